/* What the derivatives of all routines of linear algebra are made of, besides the library's own
   routines. Matrices are column by column: element (i, j) of A is A[i + j * lda]. A region is 'A'
   for a whole matrix, 'U' or 'L' for a triangle with its diagonal, 'u' or 'l' for one without. */

typedef unsigned long Size;

void *rz_keep(void *arena, Size bytes) __asm__("rz.tape.alloc");
void rz_throw(int code, const char *message) __asm__("rz.throw") __attribute__((noreturn));
void *malloc(Size bytes);
void free(void *memory);

#define IN static inline __attribute__((unused))

static T *room(long count) {
  T *found = malloc((Size)(count > 0 ? count : 1) * sizeof(T));
  if (!found) rz_throw(1, "there is no memory left for a derivative");
  return found;
}

IN int upper(int flag) { return flag >= 'a' && flag <= 'z' ? flag - 32 : flag; }
IN int flip(int trans) { return trans == 'N' ? 'T' : 'N'; }
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

/* ---- matrices ---- */

static void copied(int region, long rows, long cols, const T *A, long lda, T *B, long ldb) {
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++) B[i + j * ldb] = A[i + j * lda];
}

static void filled(int region, long rows, long cols, T value, T *A, long lda) {
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++) A[i + j * lda] = value;
}

static void added(int region, long rows, long cols, T c, const T *A, long lda, T *B, long ldb) {
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++)
      B[i + j * ldb] += c * A[i + j * lda];
}

static void scaled(int region, long rows, long cols, T c, T *A, long lda) {
  if (c == 1) return;
  if (c == 0) {
    filled(region, rows, cols, 0, A, lda);
    return;
  }
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++) A[i + j * lda] *= c;
}

static T inner(int region, long rows, long cols, const T *A, long lda, const T *B, long ldb) {
  T sum = 0;
  for (long j = 0; j < cols; j++)
    for (long i = first(region, j); i < last(region, j, rows); i++)
      sum += A[i + j * lda] * B[i + j * ldb];
  return sum;
}

/* A copy of a matrix, column after column: on the tape, or in room that is given back. */
static T *kept_region(void *arena, int region, long rows, long cols, const T *A, long lda) {
  if (rows <= 0 || cols <= 0) return 0;
  T *found = rz_keep(arena, (Size)(rows * cols) * sizeof(T));
  copied(region, rows, cols, A, lda, found, rows);
  return found;
}

static T *copy_of(int region, long rows, long cols, const T *A, long lda) {
  T *found = room(rows * cols);
  copied(region, rows, cols, A, lda, found, rows);
  return found;
}

static T *zeros(long rows, long cols) {
  T *found = room(rows * cols);
  filled('A', rows, cols, 0, found, rows);
  return found;
}

/* A triangle as a whole matrix, zeros elsewhere. */
static T *whole(int region, long n, const T *A, long lda) {
  T *found = zeros(n, n);
  copied(region, n, n, A, lda, found, n);
  return found;
}

/* ---- vectors ---- */

static T *kept_vector(void *arena, long n, const T *x, long inc) {
  if (n <= 0) return 0;
  T *found = rz_keep(arena, (Size)n * sizeof(T));
  x += begin(n, inc);
  for (long i = 0; i < n; i++) found[i] = x[i * inc];
  return found;
}

static T *copy_of_vector(long n, const T *x, long inc) {
  T *found = room(n);
  x += begin(n, inc);
  for (long i = 0; i < n; i++) found[i] = x[i * inc];
  return found;
}

static void scaled_vector(long n, T c, T *x, long inc) {
  x += begin(n, inc);
  for (long i = 0; i < n; i++) x[i * inc] = c == 0 ? 0 : c * x[i * inc];
}

static void added_vector(long n, T c, const T *x, long incx, T *y, long incy) {
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) y[i * incy] += c * x[i * incx];
}

static T inner_vector(long n, const T *x, long incx, const T *y, long incy) {
  T sum = 0;
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) sum += x[i * incx] * y[i * incy];
  return sum;
}

/* A triangle A += c x yᵀ. */
static void outer(int region, long n, T c, const T *x, long incx, const T *y, long incy, T *A,
                  long lda) {
  x += begin(n, incx), y += begin(n, incy);
  for (long j = 0; j < n; j++)
    for (long i = first(region, j); i < last(region, j, n); i++)
      A[i + j * lda] += c * x[i * incx] * y[j * incy];
}

/* The diagonal A[i, i] += c x[i] y[i], and the vector z += c diag(A) x. */
static void outer_diagonal(long n, T c, const T *x, long incx, const T *y, long incy, T *A,
                           long lda) {
  x += begin(n, incx), y += begin(n, incy);
  for (long i = 0; i < n; i++) A[i + i * lda] += c * x[i * incx] * y[i * incy];
}

static void by_diagonal(long n, T c, const T *A, long lda, const T *x, long incx, T *z, long incz) {
  x += begin(n, incx), z += begin(n, incz);
  for (long i = 0; i < n; i++) z[i * incz] += c * A[i + i * lda] * x[i * incx];
}

/* ---- operands apart ---- */

/* Refuse an operand that is written where another one lies. A vector is one row of a matrix whose
   columns are an increment apart, or one column. */
static void apart(const T *A, long rows, long cols, long lda, const T *B, long rowsb, long colsb,
                  long ldb) {
  if (rows <= 0 || cols <= 0 || rowsb <= 0 || colsb <= 0) return;
  if (rows == 1 && lda < 0) A += (cols - 1) * lda, lda = -lda;
  if (rowsb == 1 && ldb < 0) B += (colsb - 1) * ldb, ldb = -ldb;
  if (rows == 1 && lda == 1) rows = cols, cols = 1;
  if (rowsb == 1 && ldb == 1) rowsb = colsb, colsb = 1;
  long from = (long)A, to = (long)(A + (cols - 1) * lda + rows);
  long fromb = (long)B, tob = (long)(B + (colsb - 1) * ldb + rowsb);
  if (to <= fromb || tob <= from) return;
  if (cols == 1) lda = ldb;
  if (colsb == 1) ldb = lda;
  long bytes = fromb - from, ld = lda, at = bytes / (long)sizeof(T);
  if (lda == ldb && bytes % (long)sizeof(T) == 0) {
    long q = at / ld, r = at % ld;
    if (r < 0) r += ld, q -= 1;
    int same = r < rows && q < cols && q + colsb > 0;
    int wrapped = r + rowsb > ld && q + 1 < cols && q + 1 + colsb > 0;
    if (!same && !wrapped) return;
  }
  rz_throw(2, "the operands of a routine of linear algebra overlap: it has no derivative there");
}
