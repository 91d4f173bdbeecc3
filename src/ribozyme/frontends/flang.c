/* Functions of flang's run time that work on numbers, over its descriptors (ISO_Fortran_binding.h:
   version 20240719). Each is inlined where it is called, so that the types of its elements, which
   the compiler wrote into the descriptor, decide which branch is left. */

typedef __SIZE_TYPE__ size;
typedef __INT64_TYPE__ index;
typedef unsigned char byte;

typedef struct {
    index lower, extent, stride; /* stride in bytes */
} dimension;

typedef struct {
    void *base;
    size length; /* bytes of an element */
    int version;
    byte rank, type, attribute, extra;
    dimension dim[15];
} descriptor;

enum { INT8 = 7, INT16, INT32, INT64, FLOAT = 27, DOUBLE = 28, COMPLEX4 = 34, COMPLEX8 = 35 };
enum { BOOL = 39, CHARACTER = 40 };
enum { ALLOCATABLE = 2 };

void *malloc(size);
void free(void *);
double sqrt(double);
float sqrtf(float);
double fabs(double);
float fabsf(float);
double fmod(double, double);
float fmodf(float, float);

#define INLINED __attribute__((always_inline))
#define PRIVATE static inline INLINED

PRIVATE index count(const descriptor *d) {
    index n = 1;
    for (int k = 0; k < d->rank; k++) n *= d->dim[k].extent;
    return n;
}

/* The address of an element by its number in array element order. */
PRIVATE byte *element(const descriptor *d, index n) {
    byte *at = d->base;
    for (int k = 0; k < d->rank; k++) {
        at += n % d->dim[k].extent * d->dim[k].stride;
        n /= d->dim[k].extent;
    }
    return at;
}

PRIVATE void move(const descriptor *d, byte *to, const byte *from) {
    switch (d->type) {
    case DOUBLE: *(double *)to = *(const double *)from; break;
    case FLOAT: *(float *)to = *(const float *)from; break;
    case COMPLEX8:
        ((double *)to)[0] = ((const double *)from)[0];
        ((double *)to)[1] = ((const double *)from)[1];
        break;
    case COMPLEX4:
        ((float *)to)[0] = ((const float *)from)[0];
        ((float *)to)[1] = ((const float *)from)[1];
        break;
    default:
        switch (d->length) {
        case 1: *(byte *)to = *(const byte *)from; break;
        case 2: *(short *)to = *(const short *)from; break;
        case 4: *(int *)to = *(const int *)from; break;
        case 8: *(index *)to = *(const index *)from; break;
        default: for (size k = 0; k < d->length; k++) to[k] = from[k];
        }
    }
}

/* Elements of derived types may own memory, which is not followed here. */
PRIVATE void plain(const descriptor *d) {
    if (d->type > CHARACTER) __builtin_trap();
}

PRIVATE void laid_out(descriptor *d, const descriptor *like) {
    index stride = d->length;
    for (int k = 0; k < like->rank; k++) {
        d->dim[k].lower = 1;
        d->dim[k].extent = like->dim[k].extent;
        d->dim[k].stride = stride;
        stride *= like->dim[k].extent;
    }
}

PRIVATE int same_shape(const descriptor *a, const descriptor *b) {
    for (int k = 0; k < a->rank; k++)
        if (a->dim[k].extent != b->dim[k].extent) return 0;
    return 1;
}

PRIVATE size bytes(const descriptor *d, index n) { return n > 0 ? n * d->length : 1; }

/* An intrinsic assignment; an allocatable left-hand side takes the shape of the right one. */
INLINED void _FortranAAssign(descriptor *to, const descriptor *from, const char *file, int line) {
    plain(to);
    if (from->rank == 0 && to->rank != 0) {
        index n = count(to);
        for (index k = 0; k < n; k++) move(to, element(to, k), from->base);
        return;
    }
    index n = count(from);
    if (to->attribute == ALLOCATABLE && (!to->base || !same_shape(to, from))) {
        byte *made = malloc(bytes(from, n)), *old = to->base;
        for (index k = 0; k < n; k++) move(to, made + k * to->length, element(from, k));
        laid_out(to, from);
        to->base = made;
        if (old) free(old);
        return;
    }
    byte *copy = malloc(bytes(from, n)); /* the two sides may overlap */
    for (index k = 0; k < n; k++) move(to, copy + k * to->length, element(from, k));
    for (index k = 0; k < n; k++) move(to, element(to, k), copy + k * to->length);
    free(copy);
}

INLINED void _FortranASpread(descriptor *to, const descriptor *from, int dim, index copies,
                             const char *file, int line) {
    plain(from);
    index n = count(from) * copies, inner = 1;
    byte *made = malloc(bytes(from, n));
    for (int k = 0; k < dim - 1; k++) inner *= from->dim[k].extent;
    for (index k = 0; k < n; k++) {
        index low = k % inner, high = k / (inner * copies);
        move(from, made + k * from->length, element(from, low + high * inner));
    }
    to->base = made;
    to->length = from->length;
    to->version = from->version;
    to->rank = from->rank + 1;
    to->type = from->type;
    to->attribute = ALLOCATABLE;
    index stride = from->length;
    for (int k = 0; k < from->rank + 1; k++) {
        index extent = k < dim - 1 ? from->dim[k].extent
                     : k == dim - 1 ? copies : from->dim[k - 1].extent;
        to->dim[k].lower = 1;
        to->dim[k].extent = extent;
        to->dim[k].stride = stride;
        stride *= extent;
    }
}

PRIVATE int chosen(const descriptor *mask, index n) {
    const byte *at = mask->rank ? element(mask, n) : mask->base;
    switch (mask->length) {
    case 1: return *at != 0;
    case 2: return *(const short *)at != 0;
    case 4: return *(const int *)at != 0;
    default: return *(const index *)at != 0;
    }
}

INLINED void _FortranAPack(descriptor *to, const descriptor *from, const descriptor *mask,
                           const descriptor *rest, const char *file, int line) {
    plain(from);
    index n = count(from), found = 0;
    for (index k = 0; k < n; k++) found += chosen(mask, k);
    index total = rest ? rest->dim[0].extent : found;
    byte *made = malloc(bytes(from, total));
    index at = 0;
    for (index k = 0; k < n; k++)
        if (chosen(mask, k)) move(from, made + at++ * from->length, element(from, k));
    for (; at < total; at++) move(from, made + at * from->length, element(rest, at));
    to->base = made;
    to->length = from->length;
    to->version = from->version;
    to->rank = 1;
    to->type = from->type;
    to->attribute = ALLOCATABLE;
    to->dim[0].lower = 1;
    to->dim[0].extent = total;
    to->dim[0].stride = from->length;
}

/* Scaled, as flang's own: no overflow where the result fits. */
INLINED double _FortranANorm2_8(const descriptor *x, const char *file, int line, int dim) {
    double largest = 0, sum = 0;
    index n = count(x);
    for (index k = 0; k < n; k++) {
        double v = fabs(*(const double *)element(x, k));
        if (v > largest) largest = v;
    }
    if (largest == 0) return 0;
    for (index k = 0; k < n; k++) {
        double v = *(const double *)element(x, k) / largest;
        sum += v * v;
    }
    return largest * sqrt(sum);
}

INLINED float _FortranANorm2_4(const descriptor *x, const char *file, int line, int dim) {
    double sum = 0;
    index n = count(x);
    for (index k = 0; k < n; k++) {
        double v = *(const float *)element(x, k);
        sum += v * v;
    }
    return (float)__builtin_sqrt(sum);
}

INLINED double _FortranAModReal8(double a, double p, const char *file, int line) {
    return fmod(a, p);
}

INLINED float _FortranAModReal4(float a, float p, const char *file, int line) {
    return fmodf(a, p);
}

INLINED double _FortranAModuloReal8(double a, double p, const char *file, int line) {
    double r = fmod(a, p);
    return r != 0 && (r < 0) != (p < 0) ? r + p : r;
}

INLINED float _FortranAModuloReal4(float a, float p, const char *file, int line) {
    float r = fmodf(a, p);
    return r != 0 && (r < 0) != (p < 0) ? r + p : r;
}
