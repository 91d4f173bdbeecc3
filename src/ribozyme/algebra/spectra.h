/* Eigenvalues of symmetric matrices, and what they share with singular values. Values that are the
   same have no order, vectors of the same value no direction, and complex vectors no phase: what
   depends on these has no derivative. Adjoints of such results end the call; their tangents are NaN. */

#if defined(HAS_syev) || defined(HAS_heev) || defined(HAS_gesdd) || \
    defined(HAS_gesvd)
IN R size_of(T x) { return __builtin_sqrt((double)re(cj(x) * x)); }

IN R largest(long rows, long cols, const T *A, long lda) {
  R found = 0;
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++) found = size_of(A[i + j * lda]) > found ? size_of(A[i + j * lda]) : found;
  return found;
}

enum { ROUNDING = 64 }; /* how many roundings two values may differ by that are the same */
IN R rounding(void) { return (sizeof(R) == 8 ? 2.220446049250313e-16 : 1.1920929e-7) * ROUNDING; }

IN R largest_of(long n, const R *w) {
  R found = 0;
  for (long i = 0; i < n; i++) found = __builtin_fabs((double)w[i]) > found ? __builtin_fabs((double)w[i]) : found;
  return found;
}

IN int is_same(R a, R b, R most) { return __builtin_fabs((double)(a - b)) <= most * rounding(); }
static void refuse_degenerate(void) {
  rz_throw(2, "eigenvalues or singular values are the same: this function of them has no derivative");
}
static void refuse_phase(void) {
  rz_throw(2, "a function of the phases of complex eigenvectors or singular vectors has no derivative");
}
#ifdef COMPLEX
IN R im(T x) { return __imag__ x; }
IN T times_i(R x) { return __builtin_complex((R)0, x); }
#else
IN R im(T x) { return 0; }
IN T times_i(R x) { return 0; }
#endif
#endif

#if defined(HAS_syev) || defined(HAS_heev)
#ifdef COMPLEX
#define EIGEN(kind) heev_##kind
#define eigen heev
#define SANDWICH HEMM
#else
#define EIGEN(kind) syev_##kind
#define eigen syev
#define SANDWICH SYMM
#endif

/* With P = Vᴴ A' V:  w' = diag P,  V' = V (F ∘ P),  F_ij = 1/(w_j - w_i) off the diagonal. */
int EIGEN(after)(int jobz, int uplo, long n, T *A, T *A_sh, long ldA, R *w, R *w_sh, int info) {
  if (n <= 0 || (!A_sh && !w_sh)) return 0;
  if (!A_sh) {
    for (long i = 0; i < n; i++) w_sh[i] = 0;
    return 0;
  }
  T *M = zeros(n, n), *P = zeros(n, n);
  SANDWICH('L', uplo, n, n, 1, A_sh, ldA, A, ldA, 0, M, n);
  GEMM(H, 'N', n, n, n, 1, A, ldA, M, n, 0, P, n);
  R most = largest_of(n, w), some = largest(n, n, P, n), none = (R)__builtin_nan("");
  for (long i = 0; w_sh && i < n; i++) w_sh[i] = info ? none : re(P[i + i * n]);
  for (long j = 0; j < n; j++)
    for (long i = 0; i < n; i++) {
      T *p = P + i + j * n;
      if (i == j) continue;
      if (!is_same(w[i], w[j], most)) {
        *p /= w[j] - w[i];
      } else if (size_of(*p) <= some * rounding()) {
        *p = 0;
        if (w_sh && !is_same(re(P[i + i * n]), re(P[j + j * n]), some)) w_sh[i] = w_sh[j] = none;
      } else {
        *p = none;
        if (w_sh) w_sh[i] = w_sh[j] = none;
      }
    }
  for (long i = 0; i < n; i++) P[i + i * n] = 0;
  GEMM('N', 'N', n, n, n, 1, A, ldA, P, n, 0, M, n);
  copied('A', n, n, M, n, A_sh, ldA);
  if (info) filled('A', n, n, none, A_sh, ldA);
  free(M), free(P);
  return 0;
}

typedef struct {
  T *V;
  R *w;
  int info;
} KeptEigen;

int EIGEN(aug)(int jobz, int uplo, long n, T *A, T *A_sh, long ldA, R *w, R *w_sh, void **frame,
               void *arena) {
  KeptEigen *kept = rz_keep(arena, sizeof(KeptEigen));
  *frame = kept;
  kept->info = eigen(jobz, uplo, n, A, ldA, w);
  kept->V = 0, kept->w = 0;
  if (!A_sh || n <= 0) return kept->info;
  kept->V = kept_region(arena, 'A', n, n, A, ldA);
  kept->w = rz_keep(arena, (Size)n * sizeof(R));
  for (long i = 0; i < n; i++) kept->w[i] = w[i];
  return kept->info;
}

/* Ā = V (diag w̄ + F ∘ (Vᴴ V̄)) Vᴴ, of which the triangle takes both halves. */
void EIGEN(pull)(int jobz, int uplo, long n, T *A, T *A_sh, long ldA, R *w, R *w_sh, void **frame,
                 void *arena) {
  KeptEigen *kept = *frame;
  if (!A_sh || n <= 0) {
    for (long i = 0; w_sh && i < n; i++) w_sh[i] = 0;
    return;
  }
  R by_values = w_sh ? largest_of(n, w_sh) : 0;
  if (kept->info) {
    if (largest(n, n, A_sh, ldA) != 0 || by_values != 0)
      rz_throw(2, "eigenvalues were not found, and a derivative by them is asked for");
    return;
  }
  T *K = zeros(n, n), *G = zeros(n, n), *V = kept->V;
  const R *x = kept->w;
  GEMM(H, 'N', n, n, n, 1, V, n, A_sh, ldA, 0, K, n);
  R most = largest_of(n, x), some = largest(n, n, K, n) * n, scale = largest(n, n, A_sh, ldA) * n;
  if (scale > some) some = scale;
  for (long j = 0; j < n; j++) {
    if (__builtin_fabs((double)im(K[j + j * n])) > some * rounding()) refuse_phase();
    K[j + j * n] = w_sh ? w_sh[j] : 0;
    for (long i = 0; i < j; i++) {
      T *p = K + i + j * n, *q = K + j + i * n, d = *p - cj(*q);
      if (!is_same(x[i], x[j], most)) {
        *p /= x[j] - x[i], *q /= x[i] - x[j];
        continue;
      }
      R gap = w_sh ? w_sh[j] - w_sh[i] : 0;
      if (size_of(d) > some * rounding()) refuse_degenerate();
      if (__builtin_fabs((double)gap) > by_values * rounding()) refuse_degenerate();
      *p = *q = 0;
    }
  }
  GEMM('N', 'N', n, n, n, 1, V, n, K, n, 0, G, n);
  GEMM('N', H, n, n, n, 1, G, n, V, n, 0, K, n);
  filled('A', n, n, 0, A_sh, ldA);
  for (long j = 0; j < n; j++)
    for (long i = first(uplo, j); i < last(uplo, j, n); i++)
      A_sh[i + j * ldA] = i == j ? (T)re(K[i + i * n]) : K[i + j * n] + cj(K[j + i * n]);
  for (long i = 0; w_sh && i < n; i++) w_sh[i] = 0;
  free(K), free(G);
}

/* The library's routine with vectors; what it leaves of A without them is not ours to say, and A
   stays. */
IN int syev_by(int by_rows, int jobz, int uplo, long n, T *A, long lda, R *w) {
  if (n <= 0) return 0;
  int there = by_rows ? other(uplo) : uplo;
  if (jobz == 'V' && !by_rows) return eigen('V', there, n, A, lda, w);
  T *V = copy_of(there, n, n, A, lda);
  if (by_rows && H == 'C') /* a Hermitian matrix by rows is the conjugate of what lies there */
    for (long j = 0; j < n; j++)
      for (long i = first(there, j); i < last(there, j, n); i++) V[i + j * n] = cj(V[i + j * n]);
  int info = eigen('V', there, n, V, n, w);
  if (jobz == 'V') transposed(n, n, V, n, A, lda);
  free(V);
  return info;
}
#define heev_by syev_by
#define syevd_by syev_by
#define heevd_by syev_by
#endif
