/* Products with structure, as the library has none: what a tangent or an adjoint adds to a matrix
   of which one triangle counts. */

#ifdef HAS_gemm
/* D^d += c X^x Y^y, which has m rows, n columns, and k terms in each element. */
IN void product(int d, int x, int y, long m, long n, long k, T c, const T *X, long ldx, const T *Y,
                long ldy, T *D, long ldd) {
  if (d == 'N')
    GEMM(x, y, m, n, k, c, X, ldx, Y, ldy, 1, D, ldd);
  else if (d == 'R')
    GEMM(bar(x), bar(y), m, n, k, cj(c), X, ldx, Y, ldy, 1, D, ldd);
  else if (d == 'C')
    GEMM(adj(y), adj(x), n, m, k, cj(c), Y, ldy, X, ldx, 1, D, ldd);
  else
    GEMM(across(y), across(x), n, m, k, c, Y, ldy, X, ldx, 1, D, ldd);
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
    product(ta, 'N', H, m, m, n, c, Z, ldz, B, ldb, D, size);
  else
    product(ta, H, 'N', n, n, m, c, B, ldb, Z, ldz, D, size);
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
    outer(within(uplo, diag), n, c, 0, z, incz, 1, x, incx, A, lda);
  else if (ta == 'C')
    outer(within(uplo, diag), n, c, 0, x, incx, 1, z, incz, A, lda);
  else
    outer(within(uplo, diag), n, c, 1, x, incx, 0, z, incz, A, lda);
}

/* A += c z xᴴ, the adjoint of A x; of Aᵀ x, A += c x̄ zᵀ, and of Aᴴ x, A += c̄ x zᴴ. */
#ifdef HAS_ger
IN void ranked(int ta, long m, long n, T c, const T *z, long incz, const T *x, long incx, T *A,
               long lda) {
  if (ta == 'N')
    GER(m, n, c, z, incz, x, incx, A, lda);
  else
    GER(m, n, c, x, incx, z, incz, A, lda);
}
#elif defined(HAS_geru)
IN void ranked(int ta, long m, long n, T c, const T *z, long incz, const T *x, long incx, T *A,
               long lda) {
  int down = ta == 'N' || ta == 'R', own = down ? m : n, across = down ? n : m;
  T *w = ta == 'C' || ta == 'R' ? conjugate_vector(own, z, incz) : conjugate_vector(across, x, incx);
  if (ta == 'N')
    GERU(m, n, c, z, incz, w, 1, A, lda);
  else if (ta == 'T')
    GERU(m, n, c, w, 1, z, incz, A, lda);
  else if (ta == 'C')
    GERU(m, n, cj(c), x, incx, w, 1, A, lda);
  else
    GERU(m, n, cj(c), w, 1, x, incx, A, lda);
  free(w);
}

/* y += c op(Z) x̄, of which the adjoints of products of vectors are made. */
IN void by_conjugate(int ta, long m, long n, T c, const T *Z, long ldz, const T *x, long incx, T *y,
                     long incy) {
  T *w = conjugate_vector(ta == 'N' ? n : m, x, incx);
  GEMV(ta, m, n, c, Z, ldz, w, 1, 1, y, incy);
  free(w);
}
#endif

#ifdef HAS_gbmv
/* The band of A += c z xᴴ, or as `ranked` has it. */
IN void ranked_band(int ta, long m, long n, long kl, long ku, T c, const T *z, long incz,
                    const T *x, long incx, T *A, long lda) {
  int down = ta == 'N' || ta == 'R';
  z += begin(down ? m : n, incz), x += begin(down ? n : m, incx);
  for (long j = 0; j < n; j++)
    for (long i = j > ku ? j - ku : 0; i < m && i <= j + kl; i++) {
      T p = z[(down ? i : j) * incz], q = x[(down ? j : i) * incx];
      A[ku + i - j + j * lda] += ta == 'C' || ta == 'R' ? cj(c * p) * q : c * p * cj(q);
    }
}
#endif

#ifdef HAS_syr2k
/* The triangle of A += c (G + Gᵀ - diag G) with G = Z Bᴴ, the adjoint of A B for a symmetric A; of
   B A, with G = Bᴴ Z. */
IN void of_symmetric(int side, int uplo, long m, long n, T c, const T *Z, long ldz, const T *B,
                     long ldb, T *A, long lda) {
  long size = side == 'L' ? m : n, count = side == 'L' ? n : m;
#ifdef COMPLEX
  T *W = conjugate(m, n, B, ldb);
  B = W, ldb = m;
#endif
  SYR2K(uplo, side == 'L' ? 'N' : 'T', size, count, c, Z, ldz, B, ldb, 1, A, lda);
  for (long i = 0; i < size; i++) {
    T sum = 0;
    for (long j = 0; j < count; j++)
      sum += side == 'L' ? Z[i + j * ldz] * B[i + j * ldb] : Z[j + i * ldz] * B[j + i * ldb];
    A[i + i * lda] -= c * sum;
  }
#ifdef COMPLEX
  free(W);
#endif
}
#endif

#ifdef HAS_symm
/* B += c Ā Z, or c Z Ā, for a symmetric A. */
IN void by_symmetric_conjugate(int side, int uplo, long m, long n, T c, const T *A, long lda,
                               const T *Z, long ldz, T *B, long ldb) {
#ifdef COMPLEX
  T *W = conjugate(m, n, Z, ldz);
  conjugated(m, n, B, ldb);
  SYMM(side, uplo, m, n, cj(c), A, lda, W, m, 1, B, ldb);
  conjugated(m, n, B, ldb);
  free(W);
#else
  SYMM(side, uplo, m, n, c, A, lda, Z, ldz, 1, B, ldb);
#endif
}

/* A += c (Z + Zᵀ) B̄, where Z is a triangle; where it came of products of transposes, B̄ (Z + Zᵀ). */
IN void by_symmetric(int trans, int uplo, long n, long k, T c, const T *Z, long ldz, const T *B,
                     long ldb, T *A, long lda) {
  T *S = copy_of(uplo, n, n, Z, ldz);
  for (long i = 0; i < n; i++) S[i + i * n] *= 2;
#ifdef COMPLEX
  long rows = trans == 'N' ? n : k;
  T *W = conjugate(rows, trans == 'N' ? k : n, B, ldb);
  B = W, ldb = rows;
#endif
  if (trans == 'N')
    SYMM('L', uplo, n, k, c, S, n, B, ldb, 1, A, lda);
  else
    SYMM('R', uplo, k, n, c, S, n, B, ldb, 1, A, lda);
#ifdef COMPLEX
  free(W);
#endif
  free(S);
}
#endif

#ifdef HAS_hemm
/* The triangle of A += G + Gᴴ - diag G with G = c Z Bᴴ, the adjoint of A B for a Hermitian A, whose
   diagonal is real; of B A, with G = c Bᴴ Z. */
IN void of_hermitian(int side, int uplo, long m, long n, T c, const T *Z, long ldz, const T *B,
                     long ldb, T *A, long lda) {
  long size = side == 'L' ? m : n;
  T *G = zeros(size, size);
  if (side == 'L')
    GEMM('N', 'C', m, m, n, c, Z, ldz, B, ldb, 1, G, size);
  else
    GEMM('C', 'N', n, n, m, c, B, ldb, Z, ldz, 1, G, size);
  for (long j = 0; j < size; j++)
    for (long i = first(uplo, j); i < last(uplo, j, size); i++)
      A[i + j * lda] += i == j ? (T)re(G[i + i * size]) : G[i + j * size] + cj(G[j + i * size]);
  free(G);
}
#endif
