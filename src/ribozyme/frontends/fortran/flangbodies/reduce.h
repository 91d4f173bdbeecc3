/* Reductions: to a number, and along a dimension. The bodies of one kind differ in types alone. */

#define REDUCED(T, name, start, step)                                                              \
    INLINED T name(const descriptor *x, const char *file, int line, int dim,                       \
                   const descriptor *mask) {                                                       \
        T found = start;                                                                           \
        index n = count(x);                                                                        \
        for (index k = 0; k < n; k++) {                                                            \
            T v = *(const T *)element(x, k);                                                       \
            if (chosen(mask, k)) found = step;                                                     \
        }                                                                                          \
        return found;                                                                              \
    }                                                                                              \
    PRIVATE void name##Line(byte *to, const descriptor *x, lines l, index at,                      \
                            const descriptor *mask) {                                              \
        T found = start;                                                                           \
        for (index n = 0; n < l.along; n++) {                                                      \
            index k = on_line(l, at, n);                                                           \
            T v = *(const T *)element(x, k);                                                       \
            if (chosen(mask, k)) found = step;                                                     \
        }                                                                                          \
        *(T *)to = found;                                                                          \
    }

#define COMPLEX_REDUCED(T, name, start, step)                                                      \
    REDUCED(T, name##_, start, step)                                                               \
    INLINED void name(T *to, const descriptor *x, const char *file, int line, int dim,             \
                      const descriptor *mask) {                                                    \
        *to = name##_(x, file, line, dim, mask);                                                   \
    }

#define REAL_AND_INTEGER(M)                                                                        \
    M(signed char, Integer1) M(short, Integer2) M(int, Integer4) M(index, Integer8)                \
    M(float, Real4) M(double, Real8)

#define SUMS(T, N) REDUCED(T, _FortranASum##N, 0, found + v)                                       \
                   REDUCED(T, _FortranAProduct##N, 1, found * v)
REAL_AND_INTEGER(SUMS)

typedef _Complex float complex4;
typedef _Complex double complex8;
COMPLEX_REDUCED(complex4, _FortranACppSumComplex4, 0, found + v)
COMPLEX_REDUCED(complex8, _FortranACppSumComplex8, 0, found + v)
COMPLEX_REDUCED(complex4, _FortranACppProductComplex4, 1, found * v)
COMPLEX_REDUCED(complex8, _FortranACppProductComplex8, 1, found * v)

/* The least number of a type, by which no element is lost. */
#define LEAST_Integer1 -128
#define LEAST_Integer2 -32768
#define LEAST_Integer4 (-__INT_MAX__ - 1)
#define LEAST_Integer8 (-__INT64_MAX__ - 1)
#define LEAST_Real4 -__FLT_MAX__
#define LEAST_Real8 -__DBL_MAX__
#define MOST_Integer1 127
#define MOST_Integer2 32767
#define MOST_Integer4 __INT_MAX__
#define MOST_Integer8 __INT64_MAX__
#define MOST_Real4 __FLT_MAX__
#define MOST_Real8 __DBL_MAX__

#define EXTREMES(T, N) REDUCED(T, _FortranAMaxval##N, LEAST_##N, v > found ? v : found)            \
                       REDUCED(T, _FortranAMinval##N, MOST_##N, v < found ? v : found)
REAL_AND_INTEGER(EXTREMES)

/* An array of one dimension less: its description, and room for its elements. */
PRIVATE byte *without(descriptor *to, const descriptor *x, int dim, int type, size length) {
    to->length = length;
    to->version = VERSION;
    to->rank = x->rank - 1;
    to->type = type;
    to->attribute = ALLOCATABLE;
    to->extra = 0;
    for (int k = 0; k < x->rank - 1; k++) extent(to, k, x->dim[k < dim - 1 ? k : k + 1].extent);
    return allocated(to);
}

#define LINE_CASE(type, name)                                                                      \
    case type:                                                                                     \
        for (index at = 0; at < n; at++) name##Line(made + at * x->length, x, l, at, mask);        \
        break;

#define ALONG(name, ...)                                                                           \
    INLINED void name##Dim(descriptor *to, const descriptor *x, int dim, const char *file,         \
                           int line, const descriptor *mask) {                                     \
        lines l = lines_of(x, dim);                                                                \
        byte *made = without(to, x, dim, x->type, x->length);                                      \
        index n = count(to);                                                                       \
        switch (x->type) {                                                                         \
            LINE_CASE(INT8, name##Integer1)                                                        \
            LINE_CASE(INT16, name##Integer2)                                                       \
            LINE_CASE(INT32, name##Integer4)                                                       \
            LINE_CASE(INT64, name##Integer8)                                                       \
            LINE_CASE(FLOAT, name##Real4)                                                          \
            LINE_CASE(DOUBLE, name##Real8)                                                         \
            __VA_ARGS__                                                                            \
        }                                                                                          \
    }

ALONG(_FortranASum, LINE_CASE(COMPLEX4, _FortranACppSumComplex4_)
                        LINE_CASE(COMPLEX8, _FortranACppSumComplex8_))
ALONG(_FortranAProduct, LINE_CASE(COMPLEX4, _FortranACppProductComplex4_)
                            LINE_CASE(COMPLEX8, _FortranACppProductComplex8_))
ALONG(_FortranAMaxval)
ALONG(_FortranAMinval)

/* ---- where the extremes are -------------------------------------------------------------------- */

/* The number of the element that is found, -1 for none. */
#define PLACE(T, name, better)                                                                     \
    PRIVATE index name##At(const descriptor *x, lines l, index at, const descriptor *mask,         \
                           _Bool back) {                                                           \
        index found = -1;                                                                          \
        T best = 0;                                                                                \
        for (index n = 0; n < l.along; n++) {                                                      \
            index k = on_line(l, at, n);                                                           \
            T v = *(const T *)element(x, k);                                                       \
            if (chosen(mask, k) && (found < 0 || v better best || (back && v == best))) {          \
                found = n;                                                                         \
                best = v;                                                                          \
            }                                                                                      \
        }                                                                                          \
        return found;                                                                              \
    }                                                                                              \
    INLINED void name(descriptor *to, const descriptor *x, int kind, const char *file, int line,   \
                      const descriptor *mask, _Bool back) {                                        \
        lines whole = {1, count(x)};                                                               \
        index at = name##At(x, whole, 0, mask, back);                                              \
        subscripts(to, x, kind, at);                                                               \
    }

/* A place as the subscripts of its element, 0 for none. */
PRIVATE void subscripts(descriptor *to, const descriptor *x, int kind, index at) {
    to->length = kind;
    to->version = VERSION;
    to->rank = 1;
    to->type = integer_code(kind);
    to->attribute = ALLOCATABLE;
    to->extra = 0;
    extent(to, 0, x->rank);
    byte *made = allocated(to);
    for (int k = 0; k < x->rank; k++) {
        put_integer(kind, made + k * kind, at < 0 ? 0 : at % x->dim[k].extent + 1);
        if (at >= 0) at /= x->dim[k].extent;
    }
}

#define PLACES(T, N) PLACE(T, _FortranAMaxloc##N, >) PLACE(T, _FortranAMinloc##N, <)
REAL_AND_INTEGER(PLACES)

#define PLACE_CASE(type, name)                                                                     \
    case type:                                                                                     \
        for (index at = 0; at < n; at++)                                                           \
            put_integer(kind, made + at * kind, name##At(x, l, at, mask, back) + 1);               \
        break;

#define PLACES_ALONG(name)                                                                         \
    INLINED void name##Dim(descriptor *to, const descriptor *x, int kind, int dim,                 \
                           const char *file, int line, const descriptor *mask, _Bool back) {       \
        lines l = lines_of(x, dim);                                                                \
        byte *made = without(to, x, dim, integer_code(kind), kind);     \
        index n = count(to);                                                                       \
        switch (x->type) {                                                                         \
            PLACE_CASE(INT32, name##Integer4)                                                      \
            PLACE_CASE(INT64, name##Integer8)                                                      \
            PLACE_CASE(FLOAT, name##Real4)                                                         \
            PLACE_CASE(DOUBLE, name##Real8)                                                        \
        }                                                                                          \
    }
PLACES_ALONG(_FortranAMaxloc)
PLACES_ALONG(_FortranAMinloc)

/* ---- where a value is -------------------------------------------------------------------------- */

PRIVATE int equals(const descriptor *x, const byte *a, const descriptor *target) {
    const byte *b = target->base;
    if (x->type == DOUBLE || x->type == FLOAT) {
        double v = x->type == DOUBLE ? *(const double *)a : *(const float *)a;
        if (target->type == DOUBLE) return v == *(const double *)b;
        if (target->type == FLOAT) return v == *(const float *)b;
        return v == integer(target, 0);
    }
    if (x->type == COMPLEX8 || x->type == COMPLEX4 || x->type == CHARACTER)
        _FortranAReportFatalUserError("findloc of complex numbers or text is not supported", "", 0);
    if (target->type == DOUBLE) return integer_at(x->length, a) == *(const double *)b;
    if (target->type == FLOAT) return integer_at(x->length, a) == *(const float *)b;
    if (x->type == BOOL || (x->type >= LOGICAL16 && x->type <= LOGICAL64))
        return (integer_at(x->length, a) != 0) == (integer(target, 0) != 0);
    return integer_at(x->length, a) == integer(target, 0);
}

PRIVATE index found_at(const descriptor *x, const descriptor *target, lines l, index line,
                       const descriptor *mask, _Bool back) {
    index found = -1;
    for (index n = 0; n < l.along; n++) {
        index k = on_line(l, line, n);
        if ((found < 0 || back) && chosen(mask, k) && equals(x, element(x, k), target)) found = n;
    }
    return found;
}

INLINED void _FortranAFindloc(descriptor *to, const descriptor *x, const descriptor *target,
                              int kind, const char *file, int line, const descriptor *mask,
                              _Bool back) {
    lines whole = {1, count(x)};
    subscripts(to, x, kind, found_at(x, target, whole, 0, mask, back));
}

INLINED void _FortranAFindlocDim(descriptor *to, const descriptor *x, const descriptor *target,
                                 int kind, int dim, const char *file, int line,
                                 const descriptor *mask, _Bool back) {
    lines l = lines_of(x, dim);
    byte *made = without(to, x, dim, integer_code(kind), kind);
    index n = count(to);
    for (index at = 0; at < n; at++)
        put_integer(kind, made + at * kind, found_at(x, target, l, at, mask, back) + 1);
}

/* ---- bits -------------------------------------------------------------------------------------- */

#define BITS(T, N)                                                                                 \
    REDUCED(T, _FortranAIAll##N, -1, found &v)                                                     \
    REDUCED(T, _FortranAIAny##N, 0, found | v)                                                     \
    REDUCED(T, _FortranAIParity##N, 0, found ^ v)
BITS(signed char, 1) BITS(short, 2) BITS(int, 4) BITS(index, 8)

/* ---- logicals ---------------------------------------------------------------------------------- */

#define LOGICAL(T, name, start, step)                                                              \
    INLINED T name(const descriptor *x, const char *file, int line, int dim) {                     \
        T found = start;                                                                           \
        index n = count(x);                                                                        \
        for (index k = 0; k < n; k++) found = step(chosen(x, k));                                  \
        return found;                                                                              \
    }                                                                                              \
    PRIVATE void name##Lines(descriptor *to, const descriptor *x, int dim, int type, int kind) {   \
        lines l = lines_of(x, dim);                                                                \
        byte *made = without(to, x, dim, type, kind);                                              \
        index lines = count(to);                                                                   \
        for (index at = 0; at < lines; at++) {                                                     \
            index found = start;                                                                   \
            for (index n = 0; n < l.along; n++) found = step(chosen(x, on_line(l, at, n)));        \
            put_integer(kind, made + at * kind, found);                                            \
        }                                                                                          \
    }

#define BOTH(v) found &&v
#define EITHER(v) found || v
#define NUMBER(v) found + v
#define ODD(v) found != v
LOGICAL(_Bool, _FortranAAll, 1, BOTH)
LOGICAL(_Bool, _FortranAAny, 0, EITHER)
LOGICAL(index, _FortranACount, 0, NUMBER)
LOGICAL(_Bool, _FortranAParity, 0, ODD)

INLINED void _FortranAAllDim(descriptor *to, const descriptor *x, int dim, const char *file,
                             int line) {
    _FortranAAllLines(to, x, dim, x->type, x->length);
}

INLINED void _FortranAAnyDim(descriptor *to, const descriptor *x, int dim, const char *file,
                             int line) {
    _FortranAAnyLines(to, x, dim, x->type, x->length);
}

INLINED void _FortranAParityDim(descriptor *to, const descriptor *x, int dim, const char *file,
                                int line) {
    _FortranAParityLines(to, x, dim, x->type, x->length);
}

INLINED void _FortranACountDim(descriptor *to, const descriptor *x, int dim, int kind,
                               const char *file, int line) {
    _FortranACountLines(to, x, dim, integer_code(kind), kind);
}
