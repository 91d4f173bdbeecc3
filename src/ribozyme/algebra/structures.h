/* Products with structure, as the library has none: what a tangent or an adjoint adds to a matrix
   of which one triangle counts. */

#ifdef HAS_gemm
/* D^d += c X^x Y^y, which has m rows, n columns, and k terms in each element. */
IN void product(int d, int x, int y, long m, long n, long k, T c, const T *X, long ldx, const T *Y,
                long ldy, T *D, long ldd) {
  if (d == 'N')
    GEMM(x, y, m, n, k, c, X, ldx, Y, ldy, 1, D, ldd);
  else
    GEMM(flip(y), flip(x), n, m, k, c, Y, ldy, X, ldx, 1, D, ldd);
}
#endif

#if defined(HAS_gemm)
/* Z += c op(A) B, or B op(A), where A is a triangle. */
IN void by_triangle(int side, int uplo, int ta, int diag, long m, long n, T c, const T *A, long lda,
                    const T *B, long ldb, T *Z, long ldz) {
  long size = side == 'L' ? m : n;
  T *D = whole(within(uplo, diag), size, A, lda);
  if (side == 'L')
    GEMM(ta, 'N', m, n, m, c, D, size, B, ldb, 1, Z, ldz);
  else
    GEMM('N', ta, m, n, n, c, B, ldb, D, size, 1, Z, ldz);
  free(D);
}

/* The triangle of A += c Z Bᵀ, the adjoint of op(A) B; of B op(A), A += c Bᵀ Z. */
IN void of_triangle(int side, int uplo, int ta, int diag, long m, long n, T c, const T *Z, long ldz,
                    const T *B, long ldb, T *A, long lda) {
  long size = side == 'L' ? m : n;
  T *D = zeros(size, size);
  if (side == 'L')
    product(ta, 'N', 'T', m, m, n, c, Z, ldz, B, ldb, D, size);
  else
    product(ta, 'T', 'N', n, n, m, c, B, ldb, Z, ldz, D, size);
  added(within(uplo, diag), size, size, 1, D, size, A, lda);
  free(D);
}
#endif

#ifdef HAS_gemv
IN void by_triangle_vector(int uplo, int ta, int diag, long n, T c, const T *A, long lda,
                           const T *x, long incx, T *z, long incz) {
  T *D = whole(within(uplo, diag), n, A, lda);
  GEMV(ta, n, n, c, D, n, x, incx, 1, z, incz);
  free(D);
}
#endif

IN void of_triangle_vector(int uplo, int ta, int diag, long n, T c, const T *z, long incz,
                           const T *x, long incx, T *A, long lda) {
  if (ta == 'N')
    outer(within(uplo, diag), n, c, z, incz, x, incx, A, lda);
  else
    outer(within(uplo, diag), n, c, x, incx, z, incz, A, lda);
}

#ifdef HAS_ger
/* A += c z xᵀ, the adjoint of A x; of Aᵀ x, A += c x zᵀ. */
IN void ranked(int ta, long m, long n, T c, const T *z, long incz, const T *x, long incx, T *A,
               long lda) {
  if (ta == 'N')
    GER(m, n, c, z, incz, x, incx, A, lda);
  else
    GER(m, n, c, x, incx, z, incz, A, lda);
}
#endif

#ifdef HAS_syr2k
/* The triangle of A += c (G + Gᵀ - diag G) with G = Z Bᵀ, the adjoint of A B for a symmetric A; of
   B A, with G = Zᵀ B. */
IN void of_symmetric(int side, int uplo, long m, long n, T c, const T *Z, long ldz, const T *B,
                     long ldb, T *A, long lda) {
  long size = side == 'L' ? m : n, count = side == 'L' ? n : m;
  SYR2K(uplo, side == 'L' ? 'N' : 'T', size, count, c, Z, ldz, B, ldb, 1, A, lda);
  for (long i = 0; i < size; i++) {
    T sum = 0;
    for (long j = 0; j < count; j++)
      sum += side == 'L' ? Z[i + j * ldz] * B[i + j * ldb] : Z[j + i * ldz] * B[j + i * ldb];
    A[i + i * lda] -= c * sum;
  }
}
#endif

#ifdef HAS_symm
/* A += c (Z + Zᵀ) B, where Z is a triangle; where it came of products of transposes, B (Z + Zᵀ). */
IN void by_symmetric(int trans, int uplo, long n, long k, T c, const T *Z, long ldz, const T *B,
                     long ldb, T *A, long lda) {
  T *S = copy_of(uplo, n, n, Z, ldz);
  for (long i = 0; i < n; i++) S[i + i * n] *= 2;
  if (trans == 'N')
    SYMM('L', uplo, n, k, c, S, n, B, ldb, 1, A, lda);
  else
    SYMM('R', uplo, k, n, c, S, n, B, ldb, 1, A, lda);
  free(S);
}
#endif
