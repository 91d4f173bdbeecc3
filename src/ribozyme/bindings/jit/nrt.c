/* What jitted code calls of Numba's run time, with bodies that can be differentiated.

   Reference counts: blocks of `malloc`, counted in one thread. The head of a block is laid out as
   Numba's, whose code reads the address of its data. */

typedef __SIZE_TYPE__ size;

typedef struct {
    size count;
    void (*end)(void *data, size n, void *info);
    void *info;
    void *data;
    size length;
    void *allocator;
} block;

void *malloc(size);
void *aligned_alloc(size, size);
void *realloc(void *, size);
void free(void *);
void rz_stop_text(const char *, size) __asm__("rz.stop.text");

/* Inlined, so that each array of a program is a block of its own: what is written to one is known
   not to be in another. */
#define INLINED __attribute__((always_inline))

INLINED static block *made(size n, size align) {
    block *b = malloc(sizeof *b);
    b->count = 1;
    b->end = 0;
    b->info = 0;
    b->data = align > 16 ? aligned_alloc(align, (n + align - 1) / align * align) : malloc(n);
    b->length = n;
    b->allocator = 0;
    return b;
}

INLINED void *NRT_MemInfo_alloc(size n) { return made(n, 16); }
INLINED void *NRT_MemInfo_alloc_safe(size n) { return made(n, 16); }
INLINED void *NRT_MemInfo_alloc_aligned(size n, unsigned align) { return made(n, align); }
INLINED void *NRT_MemInfo_alloc_safe_aligned(size n, unsigned align) { return made(n, align); }
void *NRT_MemInfo_alloc_dtor(size n, void (*end)(void *, size, void *)) {
    block *b = made(n, 16);
    b->end = end;
    return b;
}

void *NRT_Allocate(size n) { return malloc(n); }
void *NRT_Reallocate(void *p, size n) { return realloc(p, n); }
void NRT_Free(void *p) { free(p); }

/* A list: what is to be done with its elements is in `info`. */
static void listed(void *data, size n, void *info) {
    if (info) ((void (*)(void *))info)(data);
}

block *NRT_MemInfo_new_varsize_dtor(size n, void *each) {
    block *b = made(n, 16);
    b->end = each ? listed : 0;
    b->info = each;
    return b;
}
block *NRT_MemInfo_new_varsize(size n) { return NRT_MemInfo_new_varsize_dtor(n, 0); }
void *NRT_MemInfo_varsize_alloc(block *b, size n) {
    b->length = n;
    return b->data = malloc(n);
}
void *NRT_MemInfo_varsize_realloc(block *b, size n) {
    b->length = n;
    return b->data = realloc(b->data, n);
}
void NRT_MemInfo_varsize_free(block *b, void *p) {
    if (p == b->data) b->data = 0;
    free(p);
}

int numba_fatal_error(void) {
    static const char text[] = "Numba: a routine of LAPACK was called with a wrong argument";
    rz_stop_text(text, sizeof text - 1);
    return 0;
}

void NRT_MemInfo_call_dtor(block *b) {
    if (b->end) b->end(b->data, b->length, b->info);
    free(b->data);
    free(b);
}

void NRT_incref(block *b) {
    if (b) b->count++;
}

void NRT_decref(block *b) {
    if (b && --b->count == 0) NRT_MemInfo_call_dtor(b);
}

double tgamma(double);
double lgamma(double);
float tgammaf(float);
float lgammaf(float);

double numba_gamma(double x) { return tgamma(x); }
double numba_lgamma(double x) { return lgamma(x); }
float numba_gammaf(float x) { return tgammaf(x); }
float numba_lgammaf(float x) { return lgammaf(x); }

/* Whether an array can be seen in another shape without a copy, and its strides then. Arrays with
   gaps and those in another order are left to a copy, which Numba refuses to make. Inlined: the
   numbers of dimensions are constants of each call, so that each stride has its own offset. */
__attribute__((always_inline))
int numba_attempt_nocopy_reshape(long nd, const long *dims, const long *strides, long newnd,
                                 const long *newdims, long *newstrides, long item, int fortran) {
    long step = item;
    for (long k = nd - 1; k >= 0; step *= dims[k--])
        if (dims[k] != 1 && strides[k] != step) return 0;
    if (fortran && newnd > 1) return 0;
    step = item;
    for (long k = newnd - 1; k >= 0; step *= newdims[k--]) newstrides[k] = step;
    return 1;
}

/* Typed lists: `numba.typed.List`, laid out and answering as Numba's own. */

void *memcpy(void *, const void *, size);
void *memmove(void *, const void *, size);

typedef struct {
    void (*incref)(const void *);
    void (*decref)(const void *);
} methods;

typedef struct {
    long size, item, room;
    int mutable;
    methods counted;
    char *items;
} list;

typedef struct {
    list *of;
    long size, at;
} list_iterator;

enum { FINE = 0, INDEX = -1, MEMORY = -2, MUTATED = -3, EXHAUSTED = -4, IMMUTABLE = -5 };

int numba_list_new(list **made, long item, long room) {
    list *l = malloc(sizeof *l);
    if (!l) return MEMORY;
    l->size = 0;
    l->item = item;
    l->room = room;
    l->mutable = 1;
    l->counted.incref = l->counted.decref = 0;
    l->items = room ? malloc(item * room) : 0;
    *made = l;
    return FINE;
}
void numba_list_set_method_table(list *l, const methods *m) { l->counted = *m; }
void numba_list_free(list *l) {
    if (l->counted.decref)
        for (long i = 0; i < l->size; i++) l->counted.decref(l->items + i * l->item);
    free(l->items);
    free(l);
}
char *numba_list_base_ptr(list *l) { return l->items; }
long *numba_list_size_address(list *l) { return &l->size; }
long numba_list_length(list *l) { return l->size; }
long numba_list_allocated(list *l) { return l->room; }
int numba_list_is_mutable(list *l) { return l->mutable; }
void numba_list_set_is_mutable(list *l, int mutable) { l->mutable = mutable; }

int numba_list_getitem(list *l, long index, char *out) {
    if (index < 0 || index >= l->size) return INDEX;
    memcpy(out, l->items + index * l->item, l->item);
    return FINE;
}
int numba_list_setitem(list *l, long index, const char *item) {
    if (!l->mutable) return IMMUTABLE;
    if (index < 0 || index >= l->size) return INDEX;
    char *place = l->items + index * l->item;
    if (l->counted.decref) l->counted.decref(place);
    memcpy(place, item, l->item);
    if (l->counted.incref) l->counted.incref(place);
    return FINE;
}
int numba_list_append(list *l, const char *item) {
    if (!l->mutable) return IMMUTABLE;
    if (l->size == l->room) {
        l->room = 2 * l->room + 4;
        l->items = realloc(l->items, l->room * l->item);
        if (!l->items) return MEMORY;
    }
    char *place = l->items + l->size++ * l->item;
    memcpy(place, item, l->item);
    if (l->counted.incref) l->counted.incref(place);
    return FINE;
}
int numba_list_delitem(list *l, long index) {
    if (!l->mutable) return IMMUTABLE;
    if (index < 0 || index >= l->size) return INDEX;
    char *place = l->items + index * l->item;
    if (l->counted.decref) l->counted.decref(place);
    memmove(place, place + l->item, (--l->size - index) * l->item);
    return FINE;
}
size numba_list_iter_sizeof(void) { return sizeof(list_iterator); }
void numba_list_iter(list_iterator *it, list *l) {
    it->of = l;
    it->size = l->size;
    it->at = 0;
}
int numba_list_iter_next(list_iterator *it, const char **item) {
    if (it->of->size != it->size) return MUTATED;
    if (it->at >= it->size) return EXHAUSTED;
    *item = it->of->items + it->at++ * it->of->item;
    return FINE;
}
