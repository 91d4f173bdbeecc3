/* flang's descriptors of arrays (ISO_Fortran_binding.h, version 20240719), and what is done with
   single elements. Bodies are inlined where they are called, so that the type of the elements,
   which the compiler wrote into the descriptor, decides which branch is left. */

typedef __SIZE_TYPE__ size;
typedef __INT64_TYPE__ index;
typedef unsigned char byte;
typedef unsigned _BitInt(8) code; /* bytes that no access of another type is taken to change */

typedef struct {
    index lower, extent, stride; /* stride in bytes */
} dimension;

typedef struct {
    void *base;
    size length; /* bytes of an element */
    int version;
    code rank, type, attribute, extra; /* extra: bit 0 says that an addendum follows */
    dimension dim[15];
} descriptor;

typedef struct {
    const void *type; /* flang's table of a derived type */
    index parameter;
} addendum;

enum { INT8 = 7, INT16, INT32, INT64, FLOAT = 27, DOUBLE = 28, COMPLEX4 = 34, COMPLEX8 = 35 };
enum { LOGICAL16 = 13, LOGICAL32, LOGICAL64, BOOL = 39, CHARACTER = 40, STRUCT = 42 };
enum { POINTER = 1, ALLOCATABLE = 2 };
enum { HEAD = 24, VERSION = 20240719 };

void *malloc(size);
void free(void *);
double sqrt(double);
float sqrtf(float);
double fabs(double);
float fabsf(float);
double fmod(double, double);
float fmodf(float, float);
__attribute__((noreturn)) void _FortranAReportFatalUserError(const char *, const char *, int);

#define INLINED __attribute__((always_inline))
#define PRIVATE static inline INLINED

PRIVATE addendum *added(const descriptor *d) {
    return (addendum *)((byte *)d + HEAD + d->rank * sizeof(dimension));
}

PRIVATE const void *type_of(const descriptor *d) { return d->extra & 1 ? added(d)->type : 0; }

/* Bytes of an object, as flang's table of its type has them. */
PRIVATE size size_of(const void *type) { return *(const size *)((const byte *)type + 88); }

PRIVATE index count(const descriptor *d) {
    index n = 1;
    for (int k = 0; k < d->rank; k++) n *= d->dim[k].extent;
    return n;
}

/* The address of an element by its number in array element order, of an array of known rank. */
PRIVATE byte *element_in(const descriptor *d, int rank, index n) {
    byte *at = d->base;
    if (rank == 0) return at;
    for (int k = 0; k < rank - 1; k++) {
        at += n % d->dim[k].extent * d->dim[k].stride;
        n /= d->dim[k].extent;
    }
    return at + n * d->dim[rank - 1].stride;
}

PRIVATE byte *element(const descriptor *d, index n) { return element_in(d, d->rank, n); }

PRIVATE int rank_in(const descriptor *a, const descriptor *b) {
    return __builtin_constant_p(a->rank) ? a->rank : b->rank;
}

/* The type that elements of two descriptors have: either may be known where it is compiled. */
PRIVATE int type_in(const descriptor *a, const descriptor *b) {
    return __builtin_constant_p(a->type) ? a->type : b->type;
}

PRIVATE size length_in(const descriptor *a, const descriptor *b) {
    return __builtin_constant_p(a->length) ? a->length : b->length;
}

PRIVATE void move(int type, size length, byte *to, const byte *from) {
    switch (type) {
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
    case INT8:
    case BOOL: *to = *from; break;
    case INT16:
    case LOGICAL16: *(short *)to = *(const short *)from; break;
    case INT32:
    case LOGICAL32: *(int *)to = *(const int *)from; break;
    case INT64:
    case LOGICAL64: *(index *)to = *(const index *)from; break;
    default: __builtin_memmove(to, from, length);
    }
}

/* Text that is cut off, or filled up with blanks. */
PRIVATE void put_text(byte *to, size room, const byte *from, size length) {
    size n = length < room ? length : room;
    __builtin_memmove(to, from, n);
    for (size k = n; k < room; k++) to[k] = ' ';
}

PRIVATE int same_shape(const descriptor *a, const descriptor *b) {
    int rank = rank_in(a, b);
    for (int k = 0; k < rank; k++)
        if (a->dim[k].extent != b->dim[k].extent) return 0;
    return 1;
}

PRIVATE size bytes(const descriptor *d, index n) { return n > 0 ? n * d->length : 1; }

/* A new array's description: contiguous, the first index running fastest. */
PRIVATE void describe(descriptor *d, const descriptor *like, int rank) {
    d->length = like->length;
    d->version = VERSION;
    d->rank = rank;
    d->type = like->type;
    d->attribute = ALLOCATABLE;
    d->extra = like->extra & 1;
    if (d->extra) {
        const void *type = type_of(like);
        added(d)->type = type;
        added(d)->parameter = 0;
    }
}

PRIVATE void extent(descriptor *d, int k, index n) {
    d->dim[k].lower = 1;
    d->dim[k].extent = n > 0 ? n : 0;
    d->dim[k].stride = k == 0 ? (index)d->length : d->dim[k - 1].stride * d->dim[k - 1].extent;
}

PRIVATE byte *allocated(descriptor *d) {
    byte *made = malloc(bytes(d, count(d)));
    d->base = made;
    return made;
}

/* Whether a mask, which may be a scalar, absent, or of any kind of logical, is true. */
PRIVATE int chosen(const descriptor *mask, index n) {
    if (!mask) return 1;
    const byte *at = mask->rank ? element(mask, n) : mask->base;
    switch (mask->length) {
    case 1: return *at != 0;
    case 2: return *(const short *)at != 0;
    case 4: return *(const int *)at != 0;
    default: return *(const index *)at != 0;
    }
}

PRIVATE index integer_at(int length, const byte *at) {
    switch (length) {
    case 1: return *(const signed char *)at;
    case 2: return *(const short *)at;
    case 4: return *(const int *)at;
    default: return *(const index *)at;
    }
}

PRIVATE index integer(const descriptor *d, index n) {
    return integer_at(d->length, d->rank ? element(d, n) : d->base);
}

PRIVATE int integer_code(int kind) {
    return kind == 8 ? INT64 : kind == 4 ? INT32 : kind == 2 ? INT16 : INT8;
}

PRIVATE void put_integer(int length, byte *at, index value) {
    switch (length) {
    case 1: *(signed char *)at = value; break;
    case 2: *(short *)at = value; break;
    case 4: *(int *)at = value; break;
    default: *(index *)at = value;
    }
}

/* An array along one of its dimensions: its lines, and the elements of each. */
typedef struct {
    index inner, along;
} lines;

PRIVATE lines lines_of(const descriptor *x, int dim) {
    lines l = {1, x->dim[dim - 1].extent};
    for (int k = 0; k < dim - 1; k++) l.inner *= x->dim[k].extent;
    return l;
}

PRIVATE index on_line(lines l, index line, index n) {
    return line % l.inner + l.inner * (n + l.along * (line / l.inner));
}
