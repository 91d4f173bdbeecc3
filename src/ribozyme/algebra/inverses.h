/* Inverses from factors, and factors of Householder. `by_rows` as in `factors.h`. */

IN T *turned(long rows, long cols, const T *A, long lda) {
  T *found = room(rows * cols);
  transposed(rows, cols, A, lda, found, cols > 0 ? cols : 1);
  return found;
}

IN T *unit(long n) {
  T *found = zeros(n, n);
  for (long i = 0; i < n; i++) found[i + i * n] = 1;
  return found;
}

/* The place of the first zero on a diagonal, from one; 0 where there is none. */
IN int first_zero(long n, const T *A, long lda) {
  for (long i = 0; i < n; i++)
    if (A[i + i * lda] == 0) return (int)(i + 1);
  return 0;
}

#ifdef HAS_getri
IN int getri_by(int by_rows, long n, T *A, long lda, I *ipiv) {
  if (n <= 0) return 0;
  int info = first_zero(n, A, lda);
  if (info) return info;
  T *F = by_rows ? turned(n, n, A, lda) : copy_of('A', n, n, A, lda), *X = unit(n);
  permuted(0, 0, n, ipiv, n, X, n);
  TRSM('L', 'L', 'N', 'U', n, n, 1, F, n, X, n);
  TRSM('L', 'U', 'N', 'N', n, n, 1, F, n, X, n);
  if (by_rows)
    transposed(n, n, X, n, A, lda);
  else
    copied('A', n, n, X, n, A, lda);
  free(F), free(X);
  return 0;
}
#endif

#ifdef HAS_potri
IN int potri(int uplo, long n, T *A, long lda) {
  if (n <= 0) return 0;
  int info = first_zero(n, A, lda);
  if (info) return info;
  T *X = unit(n);
  TRSM('L', uplo, uplo == 'L' ? 'N' : H, 'N', n, n, 1, A, lda, X, n);
  TRSM('L', uplo, uplo == 'L' ? H : 'N', 'N', n, n, 1, A, lda, X, n);
  copied(uplo, n, n, X, n, A, lda);
  free(X);
  return 0;
}
#endif

#ifdef HAS_geqrf
/* A reflector H = I - t v vᴴ takes a column x to b e, where b² = xᴴx:
     b' = re(xᴴx')/b     t = 1 - x₀/b     v = x/(x₀ - b), but v₀ = 1
   Where x has nothing below its head, t is zero, and the sign of b jumps. */
static void refuse_flat(long below) {
  if (below > 1 || H == 'C')
    rz_throw(2, "the factors of a column that is zero below the diagonal have no derivative");
}

IN void head_of(long m, const T *A, T *v) {
  v[0] = 1;
  for (long r = 1; r < m; r++) v[r] = A[r];
}

/* A -= c v (Aᴴ v)ᴴ; `g` is room for n numbers, and has Aᴴ v. */
IN void reflected(long m, long n, T c, const T *v, T *A, long lda, T *g) {
  if (n <= 0) return;
  GEMV(H, m, n, 1, A, lda, v, 1, 0, g, 1);
  ranked('N', m, n, -c, v, 1, g, 1, A, lda);
}

int geqrf_after(long m, long n, T *A, T *A_sh, long ldA, T *tau, T *tau_sh, int info) {
  long count = m < n ? m : n;
  if (!A_sh || count <= 0 || info) return 0;
  T *W = zeros(m, n), *v = room(m), *dv = room(m), *g = room(n), *dg = room(n);
  copied('U', m, n, A, ldA, W, m);
  for (long i = count - 1; i >= 0; i--) {
    head_of(m - i, A + i + i * ldA, v);
    reflected(m - i, n - i, tau[i], v, W + i + i * m, m, g);
  }
  for (long i = 0; i < count; i++) {
    long rows = m - i, cols = n - i - 1;
    T *x = W + i + i * m, *X = x + m, *dx = A_sh + i + i * ldA, *D = dx + ldA, t = tau[i], dt = 0;
    head_of(rows, A + i + i * ldA, v);
    dv[0] = 0;
    for (long r = 1; r < rows; r++) dv[r] = 0;
    if (t == 0) {
      refuse_flat(rows);
    } else {
      R b = re(A[i + i * ldA]), db = 0;
      for (long r = 0; r < rows; r++) db += re(cj(x[r]) * dx[r]);
      db /= b;
      dt = -dx[0] / b + x[0] * (db / (b * b));
      for (long r = 1; r < rows; r++) dv[r] = (dx[r] - v[r] * (dx[0] - db)) / (x[0] - b);
      dx[0] = db;
      for (long r = 1; r < rows; r++) dx[r] = dv[r];
    }
    if (tau_sh) tau_sh[i] = dt;
    if (cols <= 0) continue;
    GEMV(H, rows, cols, 1, X, m, v, 1, 0, g, 1);
    GEMV(H, rows, cols, 1, X, m, dv, 1, 0, dg, 1);
    GEMV(H, rows, cols, 1, D, ldA, v, 1, 1, dg, 1);
    ranked('N', rows, cols, -cj(dt), v, 1, g, 1, D, ldA);
    ranked('N', rows, cols, -cj(t), dv, 1, g, 1, D, ldA);
    ranked('N', rows, cols, -cj(t), v, 1, dg, 1, D, ldA);
    ranked('N', rows, cols, -cj(t), v, 1, g, 1, X, m);
  }
  free(W), free(v), free(dv), free(g), free(dg);
  return 0;
}

typedef struct {
  T *A, *tau;
} KeptReflectors;

int geqrf_aug(long m, long n, T *A, T *A_sh, long ldA, T *tau, T *tau_sh, void **frame,
              void *arena) {
  KeptReflectors *kept = rz_keep(arena, sizeof(KeptReflectors));
  *frame = kept;
  int info = geqrf(m, n, A, ldA, tau);
  kept->A = kept->tau = 0;
  if (!A_sh || m <= 0 || n <= 0) return info;
  kept->A = kept_region(arena, 'A', m, n, A, ldA);
  kept->tau = kept_vector(arena, m < n ? m : n, tau, 1);
  return info;
}

/* From the last reflector to the first: the columns as they were before it are the same reflector
   of those after it, so that none is kept. With G the adjoint of X - t̄ v gᴴ, g = Xᴴ v:
     t' = -(vᴴ G g)‾     v' = X g' - t G g     g' = -t̄ Gᴴ v     X' = G + v g'ᴴ */
void geqrf_pull(long m, long n, T *A, T *A_sh, long ldA, T *tau, T *tau_sh, void **frame,
                void *arena) {
  KeptReflectors *kept = *frame;
  long count = m < n ? m : n;
  if (!A_sh || count <= 0) return;
  T *W = zeros(m, n), *v = room(m), *dv = room(m), *g = room(n), *dg = room(n), *w = room(m);
  copied('U', m, n, kept->A, m, W, m);
  for (long i = count - 1; i >= 0; i--) {
    long rows = m - i, cols = n - i - 1;
    T *x = W + i + i * m, *X = x + m, *dx = A_sh + i + i * ldA, *G = dx + ldA, t = kept->tau[i];
    T dt = tau_sh ? tau_sh[i] : 0;
    if (tau_sh) tau_sh[i] = 0;
    head_of(rows, kept->A + i + i * m, v);
    for (long r = 0; r < rows; r++) dv[r] = r ? dx[r] : 0;
    if (cols > 0) {
      reflected(rows, cols, t, v, X, m, g);
      GEMV(H, rows, cols, 1, X, m, v, 1, 0, g, 1);
      GEMV('N', rows, cols, 1, G, ldA, g, 1, 0, w, 1);
      for (long r = 0; r < rows; r++) dt -= v[r] * cj(w[r]), dv[r] -= t * w[r];
      GEMV(H, rows, cols, -cj(t), G, ldA, v, 1, 0, dg, 1);
      GEMV('N', rows, cols, 1, X, m, dg, 1, 1, dv, 1);
      ranked('N', rows, cols, 1, v, 1, dg, 1, G, ldA);
    }
    R b = re(x[0]), db = re(dx[0]);
    for (long r = 0; r < rows; r++) x[r] = -b * t * v[r];
    x[0] += b;
    if (t == 0) {
      refuse_flat(rows);
      continue;
    }
    T c = cj(x[0] - b), sum = 0;
    for (long r = 1; r < rows; r++) sum += cj(v[r]) * dv[r];
    db += re(sum / c) + re(cj(dt) * x[0]) / (b * b);
    for (long r = 1; r < rows; r++) dx[r] = dv[r] / c + (db / b) * x[r];
    dx[0] = -sum / c - dt / b + (db / b) * x[0];
  }
  free(W), free(v), free(dv), free(g), free(dg), free(w);
}

IN int geqrf_by(int by_rows, long m, long n, T *A, long lda, T *tau) {
  if (!by_rows || m <= 0 || n <= 0) return geqrf(m, n, A, lda, tau);
  T *W = turned(n, m, A, lda);
  int info = geqrf(m, n, W, m, tau);
  transposed(m, n, W, m, A, lda);
  free(W);
  return info;
}
#endif

#if defined(HAS_ormqr) || defined(HAS_unmqr) || defined(HAS_orgqr) || defined(HAS_ungqr) || \
    defined(HAS_gels)
/* C = Q C, Qᴴ C, C Q or C Qᴴ with Q = I - V (I + D up(VᴴV))⁻¹ D Vᴴ, where D has `tau`, and up
   takes what is above the diagonal: the product of the reflectors, also where some have tau = 0. */
IN void by_reflectors(int side, int ta, long m, long n, long k, const T *A, long lda, const T *tau,
                      T *C, long ldc) {
  if (m <= 0 || n <= 0 || k <= 0) return;
  int left = side == 'L', plain = ta == 'N';
  long size = left ? m : n, rows = left ? k : m, cols = left ? n : k;
  T *V = zeros(size, k), *M = zeros(k, k), *W = zeros(rows, cols);
  copied('l', size, k, A, lda, V, size);
  for (long j = 0; j < k; j++) V[j + j * size] = 1;
  GEMM(H, 'N', k, k, size, 1, V, size, V, size, 0, M, k);
  for (long j = 0; j < k; j++)
    for (long i = 0; i < j; i++) M[i + j * k] *= tau[i];
  if (left)
    GEMM(H, 'N', k, n, m, 1, V, m, C, ldc, 0, W, k);
  else
    GEMM('N', 'N', m, k, n, 1, C, ldc, V, n, 0, W, m);
  int before = left == plain;
  if (!before) TRSM(side, 'U', plain ? 'N' : H, 'U', rows, cols, 1, M, k, W, rows);
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++) {
      T t = tau[left ? i : j];
      W[i + j * rows] *= plain ? t : cj(t);
    }
  if (before) TRSM(side, 'U', plain ? 'N' : H, 'U', rows, cols, 1, M, k, W, rows);
  if (left)
    GEMM('N', 'N', m, n, k, -1, V, m, W, k, 1, C, ldc);
  else
    GEMM('N', H, m, n, k, -1, W, m, V, n, 1, C, ldc);
  free(V), free(M), free(W);
}

IN int ormqr_by(int by_rows, int side, int ta, long m, long n, long k, T *A, long lda, T *tau, T *C,
                long ldc) {
  long size = side == 'L' ? m : n;
  if (!by_rows || m <= 0 || n <= 0 || k <= 0) {
    by_reflectors(side, ta, m, n, k, A, lda, tau, C, ldc);
    return 0;
  }
  T *V = turned(k, size, A, lda), *W = turned(n, m, C, ldc);
  by_reflectors(side, ta, m, n, k, V, size, tau, W, m);
  transposed(m, n, W, m, C, ldc);
  free(V), free(W);
  return 0;
}

IN int orgqr_by(int by_rows, long m, long n, long k, T *A, long lda, T *tau) {
  if (m <= 0 || n <= 0) return 0;
  T *V = by_rows ? turned(n, m, A, lda) : copy_of('A', m, n, A, lda), *Q = zeros(m, n);
  for (long j = 0; j < n; j++) Q[j + j * m] = 1;
  by_reflectors('L', 'N', m, n, k, V, m, tau, Q, m);
  if (by_rows)
    transposed(m, n, Q, m, A, lda);
  else
    copied('A', m, n, Q, m, A, lda);
  free(V), free(Q);
  return 0;
}
#define unmqr_by ormqr_by
#define ungqr_by orgqr_by
#endif

#ifdef HAS_gels
IN T *conjugate_turned(long rows, long cols, const T *A, long lda) {
  T *found = turned(rows, cols, A, lda);
  for (long i = 0; i < rows * cols; i++) found[i] = cj(found[i]);
  return found;
}

/* With A, or Aᴴ, = Q R: the solution of least squares, or the shortest one, of which R takes or
   gives the first rows. Leaves the factors in A, as the library does. */
IN int solved(int ta, long m, long n, long count, T *A, long lda, T *B, long ldb) {
  long p = m > n ? m : n, q = m > n ? n : m;
  if (q <= 0 || count <= 0) {
    filled('A', p, count, 0, B, ldb);
    return 0;
  }
  T *F = m >= n ? copy_of('A', m, n, A, lda) : conjugate_turned(m, n, A, lda), *tau = zeros(q, 1);
  int info = geqrf(p, q, F, p, tau);
  info = info ? info : first_zero(q, F, p);
  if (!info && (m >= n) == (ta == 'N')) {
    by_reflectors('L', H, p, count, q, F, p, tau, B, ldb);
    TRSM('L', 'U', 'N', 'N', q, count, 1, F, p, B, ldb);
  } else if (!info) {
    TRSM('L', 'U', H, 'N', q, count, 1, F, p, B, ldb);
    filled('A', p - q, count, 0, B + q, ldb);
    by_reflectors('L', 'N', p, count, q, F, p, tau, B, ldb);
  }
  for (long j = 0; j < n; j++)
    for (long i = 0; i < m; i++) A[i + j * lda] = m >= n ? F[i + j * p] : cj(F[j + i * p]);
  free(F), free(tau);
  return info;
}

IN int gels_by(int by_rows, int ta, long m, long n, long nrhs, T *A, long lda, T *B, long ldb) {
  long p = m > n ? m : n;
  if (!by_rows || p <= 0 || nrhs <= 0) return solved(ta, m, n, nrhs, A, lda, B, ldb);
  T *W = turned(n, m, A, lda), *X = turned(nrhs, p, B, ldb);
  int info = solved(ta, m, n, nrhs, W, m, X, p);
  transposed(m, n, W, m, A, lda);
  transposed(p, nrhs, X, p, B, ldb);
  free(W), free(X);
  return info;
}
#endif
