/* Complex matrices that are conjugated and not transposed ('R'), which the library does not take. */

static T *conjugate(long rows, long cols, const T *A, long lda) {
  T *found = room(rows * cols);
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++) found[i + j * rows] = cj(A[i + j * lda]);
  return found;
}

static void conjugated(long rows, long cols, T *A, long lda) {
  for (long j = 0; j < cols; j++)
    for (long i = 0; i < rows; i++) A[i + j * lda] = cj(A[i + j * lda]);
}

IN void conjugated_vector(long n, T *x, long inc) {
  x += begin(n, inc);
  for (long i = 0; i < n; i++) x[i * inc] = cj(x[i * inc]);
}

IN T *conjugate_vector(long n, const T *x, long inc) {
  T *found = copy_of_vector(n, x, inc);
  for (long i = 0; i < n; i++) found[i] = cj(found[i]);
  return found;
}

#ifdef HAS_gemm
IN void gemm_any(int ta, int tb, long m, long n, long k, const T *alpha, const T *A, long lda,
                 const T *B, long ldb, const T *beta, T *C, long ldc) {
  T *P = 0, *Q = 0;
  if (ta == 'R') A = P = conjugate(m, k, A, lda), lda = m > 0 ? m : 1, ta = 'N';
  if (tb == 'R') B = Q = conjugate(k, n, B, ldb), ldb = k > 0 ? k : 1, tb = 'N';
  gemm(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc);
  free(P), free(Q);
}
#endif

#ifdef HAS_gemv
IN void gemv_any(int ta, long m, long n, const T *alpha, const T *A, long lda, const T *x,
                 long incx, const T *beta, T *y, long incy) {
  if (ta != 'R') {
    gemv(ta, m, n, alpha, A, lda, x, incx, beta, y, incy);
    return;
  }
  T a = cj(*alpha), b = cj(*beta), *w = conjugate_vector(n, x, incx);
  conjugated_vector(m, y, incy);
  gemv('N', m, n, &a, A, lda, w, 1, &b, y, incy);
  conjugated_vector(m, y, incy);
  free(w);
}
#endif

#ifdef HAS_gbmv
IN void gbmv_any(int ta, long m, long n, long kl, long ku, const T *alpha, const T *A, long lda,
                 const T *x, long incx, const T *beta, T *y, long incy) {
  if (ta != 'R') {
    gbmv(ta, m, n, kl, ku, alpha, A, lda, x, incx, beta, y, incy);
    return;
  }
  T a = cj(*alpha), b = cj(*beta), *w = conjugate_vector(n, x, incx);
  conjugated_vector(m, y, incy);
  gbmv('N', m, n, kl, ku, &a, A, lda, w, 1, &b, y, incy);
  conjugated_vector(m, y, incy);
  free(w);
}
#endif

#define IN_PLACE(name)                                                                            \
  IN void name##_any(int side, int uplo, int ta, int diag, long m, long n, const T *alpha,        \
                     const T *A, long lda, T *B, long ldb) {                                      \
    if (ta != 'R') {                                                                              \
      name(side, uplo, ta, diag, m, n, alpha, A, lda, B, ldb);                                    \
      return;                                                                                     \
    }                                                                                             \
    T a = cj(*alpha);                                                                             \
    conjugated(m, n, B, ldb);                                                                     \
    name(side, uplo, 'N', diag, m, n, &a, A, lda, B, ldb);                                        \
    conjugated(m, n, B, ldb);                                                                     \
  }

#define IN_PLACE_VECTOR(name)                                                                     \
  IN void name##_any(int uplo, int ta, int diag, long n, const T *A, long lda, T *x, long inc) {  \
    if (ta != 'R') {                                                                              \
      name(uplo, ta, diag, n, A, lda, x, inc);                                                    \
      return;                                                                                     \
    }                                                                                             \
    conjugated_vector(n, x, inc);                                                                 \
    name(uplo, 'N', diag, n, A, lda, x, inc);                                                     \
    conjugated_vector(n, x, inc);                                                                 \
  }

#ifdef HAS_trmm
IN_PLACE(trmm)
#endif
#ifdef HAS_trsm
IN_PLACE(trsm)
#endif
#ifdef HAS_trmv
IN_PLACE_VECTOR(trmv)
#endif
#ifdef HAS_trsv
IN_PLACE_VECTOR(trsv)
#endif
