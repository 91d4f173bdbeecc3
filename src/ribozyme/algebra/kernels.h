/* What the derivatives of all routines of linear algebra are made of, besides the library's own
   routines. Matrices are column by column: element (i, j) of A is A[i + j * lda]. A region is 'A'
   for a whole matrix, 'U' or 'L' for a triangle with its diagonal, 'u' or 'l' for one without. A
   matrix is taken as it is ('N'), transposed ('T'), its conjugate transposed ('C'), or conjugated
   ('R'). Of complex numbers, the inner product is the real part of x̄ y, so adjoints of products take
   conjugates; those of a number that is not differentiable by itself (x̄) are of its parts. */

typedef unsigned long Size;

void *rz_keep(void *arena, Size bytes) __asm__("rz.tape.alloc");
void rz_throw(int code, const char *message) __asm__("rz.throw") __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
void *malloc(Size bytes);
void free(void *memory);

#define IN static inline __attribute__((unused))

static void *at_least(Size bytes) {
  void *found = malloc(bytes > 0 ? bytes : 1);
  if (!found) abort(); /* programs, too, run this: nothing can be thrown */
  return found;
}
IN T *room(long count) { return at_least((Size)(count > 0 ? count : 0) * sizeof(T)); }

IN int upper(int flag) { return flag >= 'a' && flag <= 'z' ? flag - 32 : flag; }
#ifdef COMPLEX
enum { H = 'C' }; /* what makes the adjoint of a matrix */
IN T cj(T x) { return __builtin_complex(__real__ x, -__imag__ x); }
IN R re(T x) { return __real__ x; }
IN int adj(int t) { return t == 'N' ? 'C' : t == 'C' ? 'N' : t == 'T' ? 'R' : 'T'; }
IN int across(int t) { return t == 'N' ? 'T' : t == 'T' ? 'N' : t == 'C' ? 'R' : 'C'; }
IN int bar(int t) { return t == 'N' ? 'R' : t == 'R' ? 'N' : t == 'T' ? 'C' : 'T'; }
#else
enum { H = 'T' };
IN T cj(T x) { return x; }
IN R re(T x) { return x; }
IN int adj(int trans) { return trans == 'N' ? 'T' : 'N'; }
IN int across(int trans) { return trans == 'N' ? 'T' : 'N'; }
IN int bar(int trans) { return trans; }
#endif
IN int other(int uplo) { return uplo == 'U' ? 'L' : uplo == 'L' ? 'U' : uplo; }
IN int over(int side) { return side == 'L' ? 'R' : side == 'R' ? 'L' : side; }
/* The region of a triangle whose diagonal may be one by definition. */
IN int within(int uplo, int diag) { return diag == 'U' ? uplo + 32 : uplo; }

IN long first(int region, long j) { return region == 'L' ? j : region == 'l' ? j + 1 : 0; }
IN long last(int region, long j, long rows) {
  long end = region == 'U' ? j + 1 : region == 'u' ? j : rows;
  return end < rows ? end : rows;
}
/* Where a vector starts: with a negative increment, at the end of its memory. */
IN long begin(long n, long inc) { return inc < 0 ? (1 - n) * inc : 0; }

/* A product with a factor that a routine does not read memory for where it is zero: what lies there
   then may be no number. All others are multiplied: a factor of zero or one may have a tangent. */
IN T times(T c, T a) {
  if (c == 0 && !(a - a == 0)) a = 0;
  return c * a;
}

/* ---- matrices ---- */

IN void copied(int region, long rows, long cols, const T *A, long lda, T *B, long ldb) {
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++) B[i + j * ldb] = A[i + j * lda];
}

IN void filled(int region, long rows, long cols, T value, T *A, long lda) {
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++) A[i + j * lda] = value;
}

IN void added(int region, long rows, long cols, T c, const T *A, long lda, T *B, long ldb) {
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++)
      B[i + j * ldb] += times(c, A[i + j * lda]);
}

IN void scaled(int region, long rows, long cols, T c, T *A, long lda) {
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++)
      A[i + j * lda] = times(c, A[i + j * lda]);
}

IN T inner(int region, long rows, long cols, const T *A, long lda, const T *B, long ldb) {
  T sum = 0;
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++)
      sum += cj(A[i + j * lda]) * B[i + j * ldb];
  return sum;
}

/* A copy of a matrix, column after column: on the tape, or in room that is given back. */
IN T *kept_region(void *arena, int region, long rows, long cols, const T *A, long lda) {
  if (rows <= 0 || cols <= 0) return 0;
  T *found = rz_keep(arena, (Size)(rows * cols) * sizeof(T));
  copied(region, rows, cols, A, lda, found, rows);
  return found;
}

IN T *copy_of(int region, long rows, long cols, const T *A, long lda) {
  T *found = room(rows * cols);
  copied(region, rows, cols, A, lda, found, rows);
  return found;
}

IN T *zeros(long rows, long cols) {
  T *found = room(rows * cols);
  filled('A', rows, cols, 0, found, rows);
  return found;
}

/* A triangle as a whole matrix, zeros elsewhere. */
IN T *whole(int region, long n, const T *A, long lda) {
  T *found = zeros(n, n);
  copied(region, n, n, A, lda, found, n);
  return found;
}

/* ---- vectors ---- */

IN T *kept_vector(void *arena, long n, const T *x, long inc) {
  if (n <= 0) return 0;
  T *found = rz_keep(arena, (Size)n * sizeof(T));
  x += begin(n, inc);
  for (long i = 0; i < n; i++) found[i] = x[i * inc];
  return found;
}

IN T *copy_of_vector(long n, const T *x, long inc) {
  T *found = room(n);
  x += begin(n, inc);
  for (long i = 0; i < n; i++) found[i] = x[i * inc];
  return found;
}

IN void scaled_vector(long n, T c, T *x, long inc) {
  x += begin(n, inc);
  for (long i = 0; i < n; i++) x[i * inc] = times(c, x[i * inc]);
}

IN void added_vector(long n, T c, const T *x, long incx, T *y, long incy) {
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) y[i * incy] += times(c, x[i * incx]);
}

IN T inner_vector(long n, const T *x, long incx, const T *y, long incy) {
  T sum = 0;
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) sum += cj(x[i * incx]) * y[i * incy];
  return sum;
}

/* A triangle A += c x yᵀ; x or y may be conjugated. */
IN void outer(int region, long n, T c, int cx, const T *x, long incx, int cy, const T *y, long incy,
              T *A, long lda) {
  x += begin(n, incx), y += begin(n, incy);
  for (long j = 0; j < n; j++)
    for (long i = first(region, j); i < last(region, j, n); i++) {
      T p = x[i * incx], q = y[j * incy];
      A[i + j * lda] += c * (cx ? cj(p) : p) * (cy ? cj(q) : q);
    }
}

/* The diagonal A[i, i] += c x[i] y[i], and the vector z += c diag(A) x. */
IN void outer_diagonal(long n, T c, const T *x, long incx, const T *y, long incy, T *A,
                           long lda) {
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) A[i + i * lda] += c * x[i * incx] * y[i * incy];
}

IN void by_diagonal(long n, T c, const T *A, long lda, const T *x, long incx, T *z, long incz) {
  x += begin(n, incx), z += begin(n, incz);
  for (long i = 0; i < n; i++) z[i * incz] += c * A[i + i * lda] * x[i * incx];
}

/* ---- operands apart ---- */

/* Refuse an operand that is written where another one lies. A vector is one row of a matrix whose
   columns are an increment apart, or one column; a negative increment goes from the end of the same
   memory. */
static void apart(const T *A, long rows, long cols, long lda, const T *B, long rowsb, long colsb,
                  long ldb) {
  if (rows <= 0 || cols <= 0 || rowsb <= 0 || colsb <= 0) return;
  if (rows == 1 && lda < 0) lda = -lda;
  if (rowsb == 1 && ldb < 0) ldb = -ldb;
  if (rows == 1 && lda == 1) rows = cols, cols = 1;
  if (rowsb == 1 && ldb == 1) rowsb = colsb, colsb = 1;
  long from = (long)A, to = (long)(A + (cols - 1) * lda + rows);
  long fromb = (long)B, tob = (long)(B + (colsb - 1) * ldb + rowsb);
  if (to <= fromb || tob <= from) return;
  if (cols == 1) lda = ldb;
  if (colsb == 1) ldb = lda;
  long bytes = fromb - from, ld = lda, at = bytes / (long)sizeof(T);
  int gaps = (cols > 1 || colsb > 1) && rows <= ld && rowsb <= ld; /* in which the other may lie */
  if (gaps && lda == ldb && bytes % (long)sizeof(T) == 0) {
    long q = at / ld, r = at % ld;
    if (r < 0) r += ld, q -= 1;
    int same = r < rows && q < cols && q + colsb > 0;
    int wrapped = r + rowsb > ld && q + 1 < cols && q + 1 + colsb > 0;
    if (!same && !wrapped) return;
  }
  rz_throw(2, "the operands of a routine of linear algebra overlap: it has no derivative there");
}
