/* Products of vectors and matrices, and norms. */

#define DOTS(T, N)                                                                                 \
    INLINED T _FortranADotProduct##N(const descriptor *x, const descriptor *y, const char *file,   \
                                     int line) {                                                   \
        T sum = 0;                                                                                 \
        for (index k = 0; k < x->dim[0].extent; k++)                                               \
            sum += *(const T *)element(x, k) * *(const T *)element(y, k);                          \
        return sum;                                                                                \
    }
REAL_AND_INTEGER(DOTS)

#define COMPLEX_DOT(T, N)                                                                          \
    INLINED void _FortranACppDotProduct##N(T *to, const descriptor *x, const descriptor *y,        \
                                           const char *file, int line) {                           \
        T sum = 0;                                                                                 \
        for (index k = 0; k < x->dim[0].extent; k++)                                               \
            sum += ~*(const T *)element(x, k) * *(const T *)element(y, k);                         \
        *to = sum;                                                                                 \
    }
COMPLEX_DOT(complex4, Complex4)
COMPLEX_DOT(complex8, Complex8)

INLINED _Bool _FortranADotProductLogical(const descriptor *x, const descriptor *y,
                                         const char *file, int line) {
    for (index k = 0; k < x->dim[0].extent; k++)
        if (chosen(x, k) && chosen(y, k)) return 1;
    return 0;
}

/* The two factors of a product, the first one transposed or not. A vector has one row, or column. */
typedef struct {
    index rows, down, columns, right;
    dimension inner;
    index low, to_right; /* strides of the result */
} factors;

PRIVATE factors factors_of(const descriptor *x, const descriptor *y, int transposed) {
    factors f;
    int row = transposed ? 1 : 0;
    f.rows = x->rank == 1 ? 1 : x->dim[row].extent;
    f.down = x->rank == 1 ? 0 : x->dim[row].stride;
    f.inner = x->dim[x->rank == 1 ? 0 : 1 - row];
    f.columns = y->rank == 1 ? 1 : y->dim[1].extent;
    f.right = y->rank == 1 ? 0 : y->dim[1].stride;
    return f;
}

PRIVATE void strides_of(factors *f, const descriptor *to, const descriptor *x) {
    f->low = x->rank == 1 ? 0 : to->dim[0].stride;
    f->to_right = to->dim[to->rank - 1].stride;
}

PRIVATE void product_shape(descriptor *to, const descriptor *x, const descriptor *y, factors f,
                           int type, size length) {
    to->length = length;
    to->version = VERSION;
    to->rank = x->rank + y->rank - 2;
    to->type = type;
    to->attribute = ALLOCATABLE;
    to->extra = 0;
    if (x->rank == 2) extent(to, 0, f.rows);
    if (y->rank == 2) extent(to, to->rank - 1, f.columns);
    allocated(to);
}

#define MATMUL(XT, X, YT, Y, T, TYPE)                                                              \
    PRIVATE void product##X##Y(const descriptor *to, const descriptor *x, const descriptor *y,     \
                               factors f) {                                                        \
        strides_of(&f, to, x);                                                                     \
        for (index j = 0; j < f.columns; j++)                                                      \
            for (index i = 0; i < f.rows; i++) {                                                   \
                const byte *a = (const byte *)x->base + i * f.down;                                \
                const byte *b = (const byte *)y->base + j * f.right;                               \
                T sum = 0;                                                                         \
                for (index k = 0; k < f.inner.extent; k++)                                         \
                    sum += (T)*(const XT *)(a + k * f.inner.stride) *                              \
                           (T)*(const YT *)(b + k * y->dim[0].stride);                             \
                *(T *)((byte *)to->base + i * f.low + j * f.to_right) = sum;                       \
            }                                                                                      \
    }                                                                                              \
    INLINED void _FortranAMatmul##X##Y(descriptor *to, const descriptor *x, const descriptor *y,   \
                                       const char *file, int line) {                               \
        factors f = factors_of(x, y, 0);                                                           \
        product_shape(to, x, y, f, TYPE, sizeof(T));                                               \
        product##X##Y(to, x, y, f);                                                                \
    }                                                                                              \
    INLINED void _FortranAMatmulDirect##X##Y(const descriptor *to, const descriptor *x,            \
                                             const descriptor *y, const char *file, int line) {    \
        product##X##Y(to, x, y, factors_of(x, y, 0));                                              \
    }                                                                                              \
    INLINED void _FortranAMatmulTranspose##X##Y(descriptor *to, const descriptor *x,               \
                                                const descriptor *y, const char *file, int line) { \
        factors f = factors_of(x, y, 1);                                                           \
        product_shape(to, x, y, f, TYPE, sizeof(T));                                               \
        product##X##Y(to, x, y, f);                                                                \
    }                                                                                              \
    INLINED void _FortranAMatmulTransposeDirect##X##Y(const descriptor *to, const descriptor *x,   \
                                                      const descriptor *y, const char *file,       \
                                                      int line) {                                  \
        product##X##Y(to, x, y, factors_of(x, y, 1));                                              \
    }

#define WITH(XT, X)                                                                                \
    MATMUL(XT, X, int, Integer4, XT, CODE_##X)                                                     \
    MATMUL(XT, X, index, Integer8, XT, CODE_##X)
#define CODE_Real4 FLOAT
#define CODE_Real8 DOUBLE
MATMUL(double, Real8, double, Real8, double, DOUBLE)
MATMUL(double, Real8, float, Real4, double, DOUBLE)
MATMUL(float, Real4, double, Real8, double, DOUBLE)
MATMUL(float, Real4, float, Real4, float, FLOAT)
MATMUL(complex8, Complex8, complex8, Complex8, complex8, COMPLEX8)
MATMUL(complex8, Complex8, double, Real8, complex8, COMPLEX8)
MATMUL(double, Real8, complex8, Complex8, complex8, COMPLEX8)
MATMUL(complex4, Complex4, complex4, Complex4, complex4, COMPLEX4)
MATMUL(complex4, Complex4, float, Real4, complex4, COMPLEX4)
MATMUL(float, Real4, complex4, Complex4, complex4, COMPLEX4)
MATMUL(int, Integer4, int, Integer4, int, INT32)
MATMUL(index, Integer8, index, Integer8, index, INT64)
MATMUL(int, Integer4, double, Real8, double, DOUBLE)
MATMUL(int, Integer4, float, Real4, float, FLOAT)
WITH(double, Real8)
WITH(float, Real4)

/* ---- norms ------------------------------------------------------------------------------------- */

/* Scaled, as flang's own: no overflow where the result fits. */
PRIVATE double norm8(const descriptor *x, lines l, index at) {
    double largest = 0, sum = 0;
    for (index n = 0; n < l.along; n++) {
        double v = fabs(*(const double *)element(x, on_line(l, at, n)));
        if (v > largest) largest = v;
    }
    if (largest == 0) return 0;
    for (index n = 0; n < l.along; n++) {
        double v = *(const double *)element(x, on_line(l, at, n)) / largest;
        sum += v * v;
    }
    return largest * sqrt(sum);
}

PRIVATE float norm4(const descriptor *x, lines l, index at) {
    double sum = 0;
    for (index n = 0; n < l.along; n++) {
        double v = *(const float *)element(x, on_line(l, at, n));
        sum += v * v;
    }
    return (float)sqrt(sum);
}

INLINED double _FortranANorm2_8(const descriptor *x, const char *file, int line, int dim) {
    lines whole = {1, count(x)};
    return norm8(x, whole, 0);
}

INLINED float _FortranANorm2_4(const descriptor *x, const char *file, int line, int dim) {
    lines whole = {1, count(x)};
    return norm4(x, whole, 0);
}

INLINED void _FortranANorm2Dim(descriptor *to, const descriptor *x, int dim, const char *file,
                               int line) {
    lines l = lines_of(x, dim);
    byte *made = without(to, x, dim, x->type, x->length);
    index n = count(to);
    for (index at = 0; at < n; at++) {
        if (x->type == DOUBLE) ((double *)made)[at] = norm8(x, l, at);
        else ((float *)made)[at] = norm4(x, l, at);
    }
}
