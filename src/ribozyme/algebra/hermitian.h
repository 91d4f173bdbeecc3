/* Routines that only complex numbers have, made of others or of loops. `by_rows` says whether
   matrices are row by row: what lies there is then the transpose of what is meant. */

#ifdef HAS_dotu
IN T dotu(long n, const T *x, long incx, const T *y, long incy) {
  T sum = 0;
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) sum += x[i * incx] * y[i * incy];
  return sum;
}
#endif

#ifdef HAS_dotc
IN T dotc(long n, const T *x, long incx, const T *y, long incy) {
  return inner_vector(n, x, incx, y, incy);
}
#endif

#ifdef HAS_dscal
IN void dscal(long n, const R *alpha, T *x, long inc) {
  R c = *alpha;
  for (long i = 0; inc > 0 && i < n; i++) x[i * inc] *= c;
}
#endif

#ifdef HAS_drot
IN void drot(long n, T *x, long incx, T *y, long incy, const R *c, const R *s) {
  R a = *c, b = *s;
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) {
    T p = x[i * incx], q = y[i * incy];
    x[i * incx] = a * p + b * q, y[i * incy] = a * q - b * p;
  }
}
#endif

#ifdef HAS_gerc
IN void gerc_by(int by_rows, long m, long n, const T *alpha, const T *x, long incx, const T *y,
                long incy, T *A, long lda) {
  T *w = conjugate_vector(n, y, incy);
  if (by_rows)
    GERU(n, m, *alpha, w, 1, x, incx, A, lda);
  else
    GERU(m, n, *alpha, x, incx, w, 1, A, lda);
  free(w);
}
#endif

#ifdef HAS_hemv
/* By rows it is y = c Āx + b y of the matrix that lies there. */
IN void hemv_by(int by_rows, int uplo, long n, const T *alpha, const T *A, long lda, const T *x,
                long incx, const T *beta, T *y, long incy) {
  T *v = by_rows ? conjugate_vector(n, x, incx) : copy_of_vector(n, x, incx);
  T *w = by_rows ? conjugate_vector(n, y, incy) : copy_of_vector(n, y, incy);
  if (n > 0)
    HEMM('L', by_rows ? other(uplo) : uplo, n, 1, by_rows ? cj(*alpha) : *alpha, A, lda, v, n,
         by_rows ? cj(*beta) : *beta, w, n);
  y += begin(n, incy);
  for (long i = 0; i < n; i++) y[i * incy] = by_rows ? cj(w[i]) : w[i];
  free(v), free(w);
}
#endif

/* Where element (i, j) of a triangle lies, and whether it is there conjugated: by rows, its mirror
   image by columns is not conjugated. */
IN T *element(int by_rows, T *A, long lda, long i, long j) {
  return by_rows ? A + j + i * lda : A + i + j * lda;
}

#ifdef HAS_her
IN void her_by(int by_rows, int uplo, long n, const R *alpha, const T *x, long incx, T *A,
               long lda) {
  R c = *alpha;
  x += begin(n, incx);
  for (long j = 0; j < n; j++)
    for (long i = first(uplo, j); i < last(uplo, j, n); i++) {
      T *a = element(by_rows, A, lda, i, j), sum = *a + c * x[i * incx] * cj(x[j * incx]);
      *a = i == j ? (T)re(sum) : sum;
    }
}
#endif

#ifdef HAS_her2
IN void her2_by(int by_rows, int uplo, long n, const T *alpha, const T *x, long incx, const T *y,
                long incy, T *A, long lda) {
  T c = *alpha;
  x += begin(n, incx), y += begin(n, incy);
  for (long j = 0; j < n; j++)
    for (long i = first(uplo, j); i < last(uplo, j, n); i++) {
      T *a = element(by_rows, A, lda, i, j), p = c * x[i * incx] * cj(y[j * incy]);
      T sum = *a + p + cj(c) * y[i * incy] * cj(x[j * incx]);
      *a = i == j ? (T)re(sum) : sum;
    }
}
#endif

#if defined(HAS_herk) || defined(HAS_her2k)
/* The triangle of C = b C + P, or of P + Pᴴ. A factor of zero takes nothing of what is there. */
IN void hermitian(int by_rows, int uplo, int twice, long n, R b, const T *P, T *C, long ldc) {
  for (long j = 0; j < n; j++)
    for (long i = first(uplo, j); i < last(uplo, j, n); i++) {
      T *a = element(by_rows, C, ldc, i, j), sum = P[i + j * n];
      if (twice) sum += cj(P[j + i * n]);
      if (b != 0) sum += b * *a;
      *a = i == j ? (T)re(sum) : sum;
    }
}

/* P = c op(A) op(B)ᴴ. By rows, op(A) is taken of the transpose that lies there. */
IN T *outer_product(int by_rows, int trans, long n, long k, T c, const T *A, long lda, const T *B,
                    long ldb) {
  T *P = zeros(n, n);
  int ta = by_rows ? across(trans) : trans;
  if (n > 0) GEMM(ta, adj(ta), n, n, k, c, A, lda, B, ldb, 0, P, n);
  return P;
}
#endif

#ifdef HAS_herk
IN void herk_by(int by_rows, int uplo, int trans, long n, long k, const R *alpha, const T *A,
                long lda, const R *beta, T *C, long ldc) {
  T *P = outer_product(by_rows, trans, n, k, *alpha, A, lda, A, lda);
  hermitian(by_rows, uplo, 0, n, *beta, P, C, ldc);
  free(P);
}
#endif

#ifdef HAS_her2k
IN void her2k_by(int by_rows, int uplo, int trans, long n, long k, const T *alpha, const T *A,
                 long lda, const T *B, long ldb, const R *beta, T *C, long ldc) {
  T *P = outer_product(by_rows, trans, n, k, *alpha, A, lda, B, ldb);
  hermitian(by_rows, uplo, 1, n, *beta, P, C, ldc);
  free(P);
}
#endif
