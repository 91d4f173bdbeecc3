/* Factorisations with pivots, and solutions by factors. `by_rows` says whether matrices are row by
   row: what lies there is then the transpose of what the routine takes. */

IN void transposed(long rows, long cols, const T *A, long lda, T *B, long ldb) {
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++) B[j + i * ldb] = A[i + j * lda];
}

/* Rows (of a transpose, columns) change places as a factorisation said, in its order or back. */
IN void permuted(int by_rows, int back, long n, const I *ipiv, long count, T *B, long ldb) {
  long row = by_rows ? ldb : 1, step = by_rows ? 1 : ldb;
  for (long k = 0; k < n; k++) {
    long i = back ? n - 1 - k : k, p = (long)ipiv[i] - 1;
    if (p == i) continue;
    for (long j = 0; j < count; j++) {
      T moved = B[i * row + j * step];
      B[i * row + j * step] = B[p * row + j * step];
      B[p * row + j * step] = moved;
    }
  }
}

#ifdef HAS_getrf
static void refuse_oblong(long m, long n) {
  if (m != n) rz_throw(2, "the factors of a matrix that is not square have no derivative here");
}

/* L' = L sl(F), U' = up(F) U with F = L⁻¹ P A' U⁻¹; sl takes what is below the diagonal. */
int getrf_after(long m, long n, T *A, T *A_sh, long ldA, I *ipiv, I *ipiv_sh, int info) {
  if (!A_sh || n <= 0) return 0;
  refuse_oblong(m, n);
  if (info) {
    filled('A', n, n, (T)__builtin_nan(""), A_sh, ldA);
    return 0;
  }
  permuted(0, 0, n, ipiv, n, A_sh, ldA);
  TRSM('L', 'L', 'N', 'U', n, n, 1, A, ldA, A_sh, ldA);
  TRSM('R', 'U', 'N', 'N', n, n, 1, A, ldA, A_sh, ldA);
  T *L = whole('l', n, A_sh, ldA), *U = whole('U', n, A_sh, ldA);
  TRMM('L', 'L', 'N', 'U', n, n, 1, A, ldA, L, n);
  TRMM('R', 'U', 'N', 'N', n, n, 1, A, ldA, U, n);
  copied('l', n, n, L, n, A_sh, ldA);
  copied('U', n, n, U, n, A_sh, ldA);
  free(L), free(U);
  return 0;
}

typedef struct {
  T *A;
  I *ipiv;
  int info;
} KeptFactors;

int getrf_aug(long m, long n, T *A, T *A_sh, long ldA, I *ipiv, I *ipiv_sh, void **frame,
              void *arena) {
  KeptFactors *kept = rz_keep(arena, sizeof(KeptFactors));
  *frame = kept;
  kept->info = getrf(m, n, A, ldA, ipiv);
  kept->A = 0, kept->ipiv = 0;
  if (!A_sh || n <= 0) return kept->info;
  refuse_oblong(m, n);
  kept->A = kept_region(arena, 'A', n, n, A, ldA);
  kept->ipiv = rz_keep(arena, (Size)n * sizeof(I));
  for (long i = 0; i < n; i++) kept->ipiv[i] = ipiv[i];
  return kept->info;
}

/* Ā = Pᵀ L⁻ᴴ (sl(Lᴴ L̄) + up(Ū Uᴴ)) U⁻ᴴ. */
void getrf_pull(long m, long n, T *A, T *A_sh, long ldA, I *ipiv, I *ipiv_sh, void **frame,
                void *arena) {
  KeptFactors *kept = *frame;
  if (!A_sh || n <= 0) return;
  if (kept->info) {
    if (inner('A', n, n, A_sh, ldA, A_sh, ldA) != 0)
      rz_throw(2, "a factorisation failed, and a derivative of its result is asked for");
    return;
  }
  T *L = whole('l', n, A_sh, ldA), *U = whole('U', n, A_sh, ldA);
  TRMM('L', 'L', H, 'U', n, n, 1, kept->A, n, L, n);
  TRMM('R', 'U', H, 'N', n, n, 1, kept->A, n, U, n);
  copied('l', n, n, L, n, A_sh, ldA);
  copied('U', n, n, U, n, A_sh, ldA);
  free(L), free(U);
  TRSM('L', 'L', H, 'U', n, n, 1, kept->A, n, A_sh, ldA);
  TRSM('R', 'U', H, 'N', n, n, 1, kept->A, n, A_sh, ldA);
  permuted(0, 1, n, kept->ipiv, n, A_sh, ldA);
}

IN int getrf_by(int by_rows, long m, long n, T *A, long lda, I *ipiv) {
  if (!by_rows) return getrf(m, n, A, lda, ipiv);
  if (m <= 0 || n <= 0) return 0;
  T *W = malloc((Size)(m * n) * sizeof(T));
  if (!W) return -1010; /* what LAPACKE says where there is no memory */
  transposed(n, m, A, lda, W, m);
  int info = getrf(m, n, W, m, ipiv);
  transposed(m, n, W, m, A, lda);
  free(W);
  return info;
}
#endif

#if defined(HAS_potrs) || defined(HAS_posv)
IN int potrs_by(int by_rows, int uplo, long n, long nrhs, T *A, long lda, T *B, long ldb) {
  if (by_rows) {
    int there = other(uplo);
    TRSM('R', there, there == 'L' ? H : 'N', 'N', nrhs, n, 1, A, lda, B, ldb);
    TRSM('R', there, there == 'L' ? 'N' : H, 'N', nrhs, n, 1, A, lda, B, ldb);
    return 0;
  }
  TRSM('L', uplo, uplo == 'L' ? 'N' : H, 'N', n, nrhs, 1, A, lda, B, ldb);
  TRSM('L', uplo, uplo == 'L' ? H : 'N', 'N', n, nrhs, 1, A, lda, B, ldb);
  return 0;
}
#endif

#ifdef HAS_posv
IN int posv_by(int by_rows, int uplo, long n, long nrhs, T *A, long lda, T *B, long ldb) {
  int info = potrf(by_rows ? other(uplo) : uplo, n, A, lda);
  return info ? info : potrs_by(by_rows, uplo, n, nrhs, A, lda, B, ldb);
}
#endif

#if defined(HAS_getrs) || defined(HAS_gesv)
/* A⁻¹ = U⁻¹ L⁻¹ P. By rows the upper triangle is Lᵀ, the lower one Uᵀ, and B is its transpose. */
IN int getrs_by(int by_rows, int ta, long n, long nrhs, T *A, long lda, I *ipiv, T *B, long ldb) {
  long rows = by_rows ? nrhs : n, cols = by_rows ? n : nrhs;
  int side = by_rows ? 'R' : 'L', lower = by_rows ? 'U' : 'L', upper = by_rows ? 'L' : 'U';
  if (ta == 'N') {
    permuted(by_rows, 0, n, ipiv, nrhs, B, ldb);
    TRSM(side, lower, 'N', 'U', rows, cols, 1, A, lda, B, ldb);
    TRSM(side, upper, 'N', 'N', rows, cols, 1, A, lda, B, ldb);
    return 0;
  }
  TRSM(side, upper, ta, 'N', rows, cols, 1, A, lda, B, ldb);
  TRSM(side, lower, ta, 'U', rows, cols, 1, A, lda, B, ldb);
  permuted(by_rows, 1, n, ipiv, nrhs, B, ldb);
  return 0;
}
#endif

#ifdef HAS_gesv
IN int gesv_by(int by_rows, long n, long nrhs, T *A, long lda, I *ipiv, T *B, long ldb) {
  int info = getrf_by(by_rows, n, n, A, lda, ipiv);
  return info ? info : getrs_by(by_rows, 'N', n, nrhs, A, lda, ipiv, B, ldb);
}
#endif
