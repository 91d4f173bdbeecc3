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
void free(void *);

static block *made(size n, size align) {
    block *b = malloc(sizeof *b);
    b->count = 1;
    b->end = 0;
    b->info = 0;
    b->data = align > 16 ? aligned_alloc(align, (n + align - 1) / align * align) : malloc(n);
    b->length = n;
    b->allocator = 0;
    return b;
}

void *NRT_MemInfo_alloc(size n) { return made(n, 16); }
void *NRT_MemInfo_alloc_safe(size n) { return made(n, 16); }
void *NRT_MemInfo_alloc_aligned(size n, unsigned align) { return made(n, align); }
void *NRT_MemInfo_alloc_safe_aligned(size n, unsigned align) { return made(n, align); }

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
   gaps and those in another order are left to a copy, which Numba refuses to make. */
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
