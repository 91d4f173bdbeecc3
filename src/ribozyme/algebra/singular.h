/* Singular values and vectors; what is the same, and phases, as in `spectra.h`. */

#if defined(HAS_gesdd) || defined(HAS_gesvd)
static void refuse_whole(int jobz, long m, long n) {
  if (jobz != 'S' && m != n)
    rz_throw(2, "singular vectors of the value zero are any: they have no derivative");
}

/* ½ ((a + b)/(s_j - s_i) + (a - b)/(s_j + s_i)), which is (a s_j + b s_i)/(s_j² - s_i²). */
IN int divided(T a, T b, R si, R sj, R most, R some, T *found) {
  T one = (a + b) / 2, other = (a - b) / 2;
  int close = is_same(si, sj, most), none = si + sj <= most * rounding();
  if ((close && size_of(one) > some * rounding()) || (none && size_of(other) > some * rounding()))
    return 0;
  *found = (close ? 0 : one / (sj - si)) + (none ? 0 : other / (sj + si));
  return 1;
}

/* Z -= U (Uᴴ Z) for the k columns of U, where Z has c columns. */
IN void without(long m, long k, long c, const T *U, long ldu, T *Z, long ldz) {
  T *W = zeros(k, c);
  GEMM(H, 'N', k, c, m, 1, U, ldu, Z, ldz, 0, W, k);
  GEMM('N', 'N', m, c, k, -1, U, ldu, W, k, 1, Z, ldz);
  free(W);
}

/* With P = Uᴴ A' V:  s' = re diag P,  U' = U X + (I - UUᴴ) A' V S⁻¹,  V' = V Y + (I - VVᴴ) A'ᴴ U S⁻¹,
   X_ij = (P_ij s_j + P̄_ji s_i)/(s_j² - s_i²),  Y_ij = (P̄_ji s_j + P_ij s_i)/(s_j² - s_i²). The phase
   of u that is not v's is in X_jj. */
static int singular_after(int jobz, long m, long n, T *A_sh, long ldA, R *s, R *s_sh, T *U, T *U_sh,
                          long ldU, T *Z, T *Z_sh, long ldZ, int info) {
  long k = m < n ? m : n;
  if (k <= 0 || (!A_sh && !s_sh && !U_sh && !Z_sh)) return 0;
  refuse_whole(jobz, m, n);
  R none = (R)__builtin_nan("");
  if (!A_sh || info) {
    for (long i = 0; s_sh && i < k; i++) s_sh[i] = info ? none : 0;
    if (U_sh) filled('A', m, k, info ? none : 0, U_sh, ldU);
    if (Z_sh) filled('A', k, n, info ? none : 0, Z_sh, ldZ);
    return 0;
  }
  T *B = zeros(m, k), *C = zeros(n, k), *P = zeros(k, k), *X = zeros(k, k), *Y = zeros(k, k);
  GEMM('N', H, m, k, n, 1, A_sh, ldA, Z, ldZ, 0, B, m);
  GEMM(H, 'N', n, k, m, 1, A_sh, ldA, U, ldU, 0, C, n);
  GEMM(H, 'N', k, k, m, 1, U, ldU, B, m, 0, P, k);
  R most = largest_of(k, s), some = largest(k, k, P, k);
  for (long i = 0; s_sh && i < k; i++)
    s_sh[i] = s[i] <= most * rounding() && size_of(P[i + i * k]) > some * rounding() ? none : re(P[i + i * k]);
  for (long j = 0; j < k; j++)
    for (long i = 0; i < k; i++) {
      T a = P[i + j * k], b = cj(P[j + i * k]);
      if (i == j) {
        X[i + i * k] = s[i] > 0 ? times_i(im(a) / s[i]) : 0;
      } else if (!divided(a, b, s[i], s[j], most, some, X + i + j * k) ||
                 !divided(b, a, s[i], s[j], most, some, Y + i + j * k)) {
        X[i + j * k] = Y[i + j * k] = none;
        if (s_sh && is_same(s[i], s[j], most)) s_sh[i] = s_sh[j] = none;
      } else if (s_sh && is_same(s[i], s[j], most) && !is_same(re(P[i + i * k]), re(P[j + j * k]), some)) {
        s_sh[i] = s_sh[j] = none;
      }
    }
  for (long j = 0; j < k; j++) {
    for (long i = 0; i < m; i++) B[i + j * m] /= s[j];
    for (long i = 0; i < n; i++) C[i + j * n] /= s[j];
  }
  if (U_sh) {
    if (m > k) without(m, k, k, U, ldU, B, m); else filled('A', m, k, 0, B, m);
    GEMM('N', 'N', m, k, k, 1, U, ldU, X, k, 1, B, m);
    copied('A', m, k, B, m, U_sh, ldU);
  }
  if (Z_sh) {
    T *V = zeros(n, k);
    for (long j = 0; j < k; j++)
      for (long i = 0; i < n; i++) V[i + j * n] = cj(Z[j + i * ldZ]);
    if (n > k) without(n, k, k, V, n, C, n); else filled('A', n, k, 0, C, n);
    GEMM('N', 'N', n, k, k, 1, V, n, Y, k, 1, C, n);
    for (long j = 0; j < k; j++)
      for (long i = 0; i < n; i++) Z_sh[j + i * ldZ] = cj(C[i + j * n]);
    free(V);
  }
  filled('A', m, n, 0, A_sh, ldA);
  free(B), free(C), free(P), free(X), free(Y);
  return 0;
}

typedef struct {
  T *U, *V;
  R *s;
  int info;
} KeptSingular;

IN int kept_singular(int info, int jobz, long m, long n, T *A_sh, const R *s, const T *U, long ldU,
                     const T *Z, long ldZ, void **frame, void *arena) {
  KeptSingular *kept = rz_keep(arena, sizeof(KeptSingular));
  *frame = kept;
  long k = m < n ? m : n;
  kept->info = info;
  kept->U = kept->V = 0, kept->s = 0;
  if (!A_sh || k <= 0) return info;
  refuse_whole(jobz, m, n);
  kept->U = kept_region(arena, 'A', m, k, U, ldU);
  kept->V = rz_keep(arena, (Size)(n * k) * sizeof(T));
  for (long j = 0; j < k; j++)
    for (long i = 0; i < n; i++) kept->V[i + j * n] = cj(Z[j + i * ldZ]);
  kept->s = rz_keep(arena, (Size)k * sizeof(R));
  for (long i = 0; i < k; i++) kept->s[i] = s[i];
  return info;
}

/* D = (D - U K) S⁻¹: what of D is outside of U's columns. */
IN void rest(long m, long k, const T *U, const T *K, const R *s, R most, R some, T *D) {
  GEMM('N', 'N', m, k, k, -1, U, m, K, k, 1, D, m);
  for (long j = 0; j < k; j++)
    for (long i = 0; i < m; i++) {
      if (s[j] <= most * rounding()) {
        if (size_of(D[i + j * m]) > some * rounding()) refuse_degenerate();
        D[i + j * m] = 0;
      } else {
        D[i + j * m] /= s[j];
      }
    }
}

/* Ā = U P̄ Vᴴ + (I - UUᴴ) Ū S⁻¹ Vᴴ + U ((I - VVᴴ) V̄ S⁻¹)ᴴ, where P̄ has s̄ on its diagonal and
   (a s_j + b s_i)/(s_j² - s_i²) off it, with a = (K - Kᴴ)_ij of K = UᴴŪ, and b of VᴴV̄. */
static void singular_pull(KeptSingular *kept, long m, long n, T *A_sh, long ldA, R *s_sh, T *U_sh,
                          long ldU, T *Z_sh, long ldZ) {
  long k = m < n ? m : n;
  if (k <= 0) return;
  T *D = zeros(m, k), *E = zeros(n, k), *K = zeros(k, k), *L = zeros(k, k), *P = zeros(k, k);
  if (U_sh) copied('A', m, k, U_sh, ldU, D, m), filled('A', m, k, 0, U_sh, ldU);
  if (Z_sh) {
    for (long j = 0; j < k; j++)
      for (long i = 0; i < n; i++) E[i + j * n] = cj(Z_sh[j + i * ldZ]);
    filled('A', k, n, 0, Z_sh, ldZ);
  }
  for (long i = 0; i < k; i++) P[i + i * k] = s_sh ? s_sh[i] : 0;
  for (long i = 0; s_sh && i < k; i++) s_sh[i] = 0;
  R by_values = largest(k, k, P, k), some = (largest(m, k, D, m) + largest(n, k, E, n)) * (m + n);
  if (A_sh && kept->info) {
    if (by_values != 0 || some != 0)
      rz_throw(2, "singular values were not found, and a derivative by them is asked for");
  } else if (A_sh) {
    const T *U = kept->U, *V = kept->V;
    const R *s = kept->s;
    R most = largest_of(k, s);
    GEMM(H, 'N', k, k, m, 1, U, m, D, m, 0, K, k);
    GEMM(H, 'N', k, k, n, 1, V, n, E, n, 0, L, k);
    for (long j = 0; j < k; j++) {
      R phase = im(K[j + j * k]) + im(L[j + j * k]);
      if (__builtin_fabs((double)phase) > some * rounding()) refuse_phase();
      if (s[j] <= most * rounding() && re(P[j + j * k]) != 0) refuse_degenerate();
      for (long i = 0; i < k; i++) {
        if (i == j) continue;
        R gap = re(P[i + i * k]) - re(P[j + j * k]);
        if (is_same(s[i], s[j], most) && __builtin_fabs((double)gap) > by_values * rounding())
          refuse_degenerate();
        T a = K[i + j * k] - cj(K[j + i * k]), b = L[i + j * k] - cj(L[j + i * k]);
        if (!divided(a, b, s[i], s[j], most, some, P + i + j * k)) refuse_degenerate();
      }
    }
    for (long j = 0; j < k; j++)
      if (im(K[j + j * k]) != 0) P[j + j * k] += times_i(im(K[j + j * k]) / s[j]);
    rest(m, k, U, K, s, most, some, D);
    rest(n, k, V, L, s, most, some, E);
    GEMM('N', 'N', m, k, k, 1, U, m, P, k, 1, D, m);
    filled('A', m, n, 0, A_sh, ldA);
    GEMM('N', H, m, n, k, 1, D, m, V, n, 1, A_sh, ldA);
    GEMM('N', H, m, n, k, 1, U, m, E, n, 1, A_sh, ldA);
  }
  free(D), free(E), free(K), free(L), free(P);
}

#define SINGULAR                                                                                  \
  long m, long n, T *A, T *A_sh, long ldA, R *s, R *s_sh, T *U, T *U_sh, long ldU, T *Z, T *Z_sh, \
      long ldZ

#ifdef HAS_gesdd
int gesdd_after(int jobz, SINGULAR, int info) {
  return singular_after(jobz, m, n, A_sh, ldA, s, s_sh, U, U_sh, ldU, Z, Z_sh, ldZ, info);
}

int gesdd_aug(int jobz, SINGULAR, void **frame, void *arena) {
  int info = gesdd(jobz, m, n, A, ldA, s, U, ldU, Z, ldZ);
  return kept_singular(info, jobz, m, n, A_sh, s, U, ldU, Z, ldZ, frame, arena);
}

void gesdd_pull(int jobz, SINGULAR, void **frame, void *arena) {
  singular_pull(*frame, m, n, A_sh, ldA, s_sh, U_sh, ldU, Z_sh, ldZ);
}
#endif

#ifdef HAS_gesvd
int gesvd_after(int jobu, int jobv, SINGULAR, int info) {
  return singular_after(jobu, m, n, A_sh, ldA, s, s_sh, U, U_sh, ldU, Z, Z_sh, ldZ, info);
}

int gesvd_aug(int jobu, int jobv, SINGULAR, void **frame, void *arena) {
  int info = gesvd(jobu, jobv, m, n, A, ldA, s, U, ldU, Z, ldZ);
  return kept_singular(info, jobu, m, n, A_sh, s, U, ldU, Z, ldZ, frame, arena);
}

void gesvd_pull(int jobu, int jobv, SINGULAR, void **frame, void *arena) {
  singular_pull(*frame, m, n, A_sh, ldA, s_sh, U_sh, ldU, Z_sh, ldZ);
}
#endif

IN int factored(int older, int job, long m, long n, T *A, long lda, R *s, T *U, long ldu, T *Z,
                long ldz) {
#ifdef HAS_gesvd
  if (older) return gesvd(job, job, m, n, A, lda, s, U, ldu, Z, ldz);
#endif
#ifdef HAS_gesdd
  return gesdd(job, m, n, A, lda, s, U, ldu, Z, ldz);
#endif
  return -1;
}

/* What the library gives for both sides, put where the two jobs say: whole, the first ones, over A,
   or nowhere. */
IN int singular(int older, int by_rows, int jobu, int jobv, long m, long n, T *A, long lda, R *s, T *U,
                long ldu, T *Z, long ldz) {
  long k = m < n ? m : n;
  int whole_one = m != n && (jobu == 'A' || jobv == 'A');
  long cols = whole_one ? m : k, rows = whole_one ? n : k;
  if (k <= 0) return 0;
  T *W = by_rows ? turned(n, m, A, lda) : copy_of('A', m, n, A, lda);
  T *P = zeros(m, cols), *Q = zeros(rows, n);
  int info = factored(older, whole_one ? 'A' : 'S', m, n, W, m, s, P, m, Q, rows);
  long p = jobu == 'A' ? m : jobu == 'N' ? 0 : k, q = jobv == 'A' ? n : jobv == 'N' ? 0 : k;
  T *X = jobu == 'O' ? A : U, *Y = jobv == 'O' ? A : Z;
  long ldx = jobu == 'O' ? lda : ldu, ldy = jobv == 'O' ? lda : ldz;
  for (long j = 0; j < p; j++)
    for (long i = 0; i < m; i++) X[by_rows ? j + i * ldx : i + j * ldx] = P[i + j * m];
  for (long j = 0; j < n; j++)
    for (long i = 0; i < q; i++) Y[by_rows ? j + i * ldy : i + j * ldy] = Q[i + j * rows];
  free(W), free(P), free(Q);
  return info;
}

IN int gesdd_by(int by_rows, int jobz, long m, long n, T *A, long lda, R *s, T *U, long ldu, T *Z,
                long ldz) {
  int over = jobz == 'O', tall = m >= n;
  int jobu = !over ? jobz : tall ? 'O' : 'S', jobv = !over ? jobz : tall ? 'S' : 'O';
  return singular(0, by_rows, jobu, jobv, m, n, A, lda, s, U, ldu, Z, ldz);
}

IN int gesvd_by(int by_rows, int jobu, int jobv, long m, long n, T *A, long lda, R *s, T *U,
                long ldu, T *Z, long ldz) {
  return singular(1, by_rows, jobu, jobv, m, n, A, lda, s, U, ldu, Z, ldz);
}
#endif
