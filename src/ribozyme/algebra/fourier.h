/* Transforms of FFTW. A plan is a record of what it was made with, so that a call by it is one of
   `dft`, which takes numbers and two arrays, or of `dftx` in place. Complex numbers are pairs. A
   transform is linear: its tangent is itself, its adjoint the transform back, unscaled; of real
   arrays, with twice the frequencies that stand for two. Plans of derivatives are made with the
   user's, kept, and take arrays that lie anywhere. */

typedef struct Fft {
  long magic;
  long plan, same, back; /* the library's: the user's own, the transform, its adjoint */
  long kind, rows, n;    /* of `rows` arrays whose last dimension is n */
  T *in, *out;
  struct Layout *layout; /* where elements lie, if they are not next to each other */
} Fft;

/* Kinds of transforms; those between real arrays are in FFTW's own order behind `REAL_REAL`. */
enum { COMPLEX_COMPLEX, REAL_COMPLEX, COMPLEX_REAL, REAL_REAL };
enum { R2HC = REAL_REAL, HC2R, DHT, REDFT00, REDFT01, REDFT10, REDFT11, RODFT00, RODFT01, RODFT10 };
enum { MAGIC = 0x5fa17ab1, UNALIGNED = 1 << 1, ESTIMATE = 1 << 6 };

void *FFT(malloc)(Size bytes) __asm__(NAME "malloc");
void FFT(free)(void *memory) __asm__(NAME "free");
int FFT(alignment_of)(T *at) __asm__(NAME "alignment_of");
void *FFT(cc)(int, const int *, int, T *, const int *, int, int, T *, const int *, int, int, int,
              unsigned) __asm__(NAME "plan_many_dft");
void *FFT(rc)(int, const int *, int, T *, const int *, int, int, T *, const int *, int, int,
              unsigned) __asm__(NAME "plan_many_dft_r2c");
void *FFT(cr)(int, const int *, int, T *, const int *, int, int, T *, const int *, int, int,
              unsigned) __asm__(NAME "plan_many_dft_c2r");
void *FFT(rr)(int, const int *, int, T *, const int *, int, int, T *, const int *, int, int,
              const int *, unsigned) __asm__(NAME "plan_many_r2r");
void FFT(by_cc)(void *, T *, T *) __asm__(NAME "execute_dft");
void FFT(by_rc)(void *, T *, T *) __asm__(NAME "execute_dft_r2c");
void FFT(by_cr)(void *, T *, T *) __asm__(NAME "execute_dft_c2r");
void FFT(by_rr)(void *, T *, T *) __asm__(NAME "execute_r2r");
void FFT(destroy)(void *) __asm__(NAME "destroy_plan");

/* How many numbers the arrays of a transform have; those of reals in place have gaps. */
IN long half(long n) { return 2 * (n / 2 + 1); }
IN long taken(long kind, long rows, long n) {
  if (kind >= REAL_REAL) return rows * n;
  return rows * (kind == COMPLEX_COMPLEX ? 2 * n : kind == REAL_COMPLEX ? n : half(n));
}
IN long given(long kind, long rows, long n) {
  return rows * (kind == COMPLEX_COMPLEX ? 2 * n : kind == REAL_COMPLEX ? half(n) : n);
}

/* The kind of the adjoint. */
IN long back_kind(long kind) {
  switch (kind) {
  case REAL_COMPLEX: return COMPLEX_REAL;
  case COMPLEX_REAL: return REAL_COMPLEX;
  case R2HC: return HC2R;
  case HC2R: return R2HC;
  case REDFT01: return REDFT10;
  case REDFT10: return REDFT01;
  case RODFT01: return RODFT10;
  case RODFT10: return RODFT01;
  }
  return kind;
}

/* A transform of reals is a matrix of cosines and sines, times this for its input i; the matrix of
   the adjoint's kind is that matrix transposed. */
IN T weight(long kind, long n, long i) {
  switch (kind) {
  case HC2R: return i == 0 || 2 * i == n ? 1 : 2;
  case REDFT00: return i == 0 || i == n - 1 ? 1 : 2;
  case REDFT01: return i == 0 ? 1 : 2;
  case RODFT01: return i == n - 1 ? 1 : 2;
  case REDFT10:
  case RODFT10: return 2;
  }
  return 1;
}

static void execute(long plan, long kind, T *in, T *out) {
  if (kind == COMPLEX_COMPLEX)
    FFT(by_cc)((void *)plan, in, out);
  else if (kind == REAL_COMPLEX)
    FFT(by_rc)((void *)plan, in, out);
  else if (kind == COMPLEX_REAL)
    FFT(by_cr)((void *)plan, in, out);
  else
    FFT(by_rr)((void *)plan, in, out);
}

/* ---- plans ---- */

static void *made(long kind, int rank, const int *dims, long many, T *in, T *out, int sign,
                  unsigned flags) {
  long rows = 1, n = dims[rank - 1];
  for (int k = 0; k < rank - 1; k++) rows *= dims[k];
  int compact = (int)(rows * n), halves = (int)(rows * (n / 2 + 1));
  int padded = in == out ? 2 * halves : compact, m = (int)many;
  if (kind == COMPLEX_COMPLEX)
    return FFT(cc)(rank, dims, m, in, 0, 1, compact, out, 0, 1, compact, sign, flags);
  if (kind == REAL_COMPLEX)
    return FFT(rc)(rank, dims, m, in, 0, 1, padded, out, 0, 1, halves, flags);
  int one = (int)kind - REAL_REAL;
  if (kind >= REAL_REAL)
    return FFT(rr)(rank, dims, m, in, 0, 1, compact, out, 0, 1, compact, &one, flags);
  return FFT(cr)(rank, dims, m, in, 0, 1, halves, out, 0, 1, padded, flags);
}

/* On arrays of its own, which planning may overwrite. */
static void *planned(long kind, int rank, const int *dims, long many, int in_place, int sign,
                     unsigned flags) {
  long rows = many, n = dims[rank - 1];
  for (int k = 0; k < rank - 1; k++) rows *= dims[k];
  Size size = (Size)(rows * (2 * n + 2)) * sizeof(T);
  T *in = FFT(malloc)(size), *out = in_place ? in : FFT(malloc)(size);
  void *found = in && out ? made(kind, rank, dims, many, in, out, sign, flags) : 0;
  FFT(free)(in);
  if (!in_place) FFT(free)(out);
  return found;
}

typedef struct Known {
  struct Known *next;
  long kind, many;
  int rank, sign, dims[3];
  void *plan;
} Known;

/* Plans for derivatives, made once. */
static void *kept_plan(long kind, int rank, const int *dims, long many, int sign) {
  static Known *known;
  for (Known *k = known; k; k = k->next) {
    int same = k->kind == kind && k->rank == rank && k->many == many && k->sign == sign;
    for (int j = 0; j < rank; j++) same &= k->dims[j] == dims[j];
    if (same) return k->plan;
  }
  Known *k = at_least(sizeof(Known));
  k->kind = kind, k->rank = rank, k->many = many, k->sign = sign;
  for (int j = 0; j < rank; j++) k->dims[j] = dims[j];
  k->plan = planned(kind, rank, dims, many, 0, sign, ESTIMATE | UNALIGNED);
  k->next = known;
  return (known = k)->plan;
}

/* The plan that is asked for by `role`: the user's own, the transform, its adjoint. */
long plan_of(long role, long kind, long rank, long n0, long n1, long n2, long many, long in_place,
             long low, long sign, long flags) {
  int dims[3] = {(int)n0, (int)n1, (int)n2}, s = kind == COMPLEX_COMPLEX ? (int)sign : 0;
  if (FFT(alignment_of)((T *)low)) flags |= UNALIGNED;
  if (role == 0) return (long)planned(kind, (int)rank, dims, many, (int)in_place, s, (unsigned)flags);
  if (role == 1) return (long)kept_plan(kind, (int)rank, dims, many, s);
  return (long)kept_plan(back_kind(kind), (int)rank, dims, many, -s);
}

void unplan(long plan) { FFT(destroy)((void *)plan); }

IN Fft *plan(long kind, int rank, const int *dims, long many, T *in, T *out, int sign,
             unsigned flags) {
  if (rank < 1 || rank > 3) return 0; /* as FFTW says what it has no plan for */
  long n0 = dims[0], n1 = rank > 1 ? dims[1] : 1, n2 = rank > 2 ? dims[2] : 1;
  long low = ((long)in | (long)out) & 63; /* how the arrays are aligned */
  long own = plan_of(0, kind, rank, n0, n1, n2, many, in == out, low, sign, flags);
  if (!own) return 0;
  Fft *p = at_least(sizeof(Fft));
  p->magic = MAGIC;
  p->plan = own;
  p->same = plan_of(1, kind, rank, n0, n1, n2, many, 0, 0, sign, flags);
  p->back = plan_of(2, kind, rank, n0, n1, n2, many, 0, 0, sign, flags);
  p->kind = kind;
  p->n = dims[rank - 1];
  p->rows = many * (rank > 1 ? n0 : 1) * (rank > 2 ? n1 : 1);
  p->in = in, p->out = out, p->layout = 0;
  return p;
}

/* Programs, too, run this. */
static __attribute__((noinline)) void refuse_other(const Fft *p) {
  if (p && p->magic == MAGIC) return;
  rz_throw(2, "a plan of FFTW was not made by this program's own calls: it has no derivative");
}

/* ---- arrays with gaps ---- */

typedef struct Side {
  long embed1, embed2, stride, distance;
} Side;
typedef struct Layout {
  long many, n0, n1, n2; /* of transforms; arrays of half of the frequencies are shorter */
  Side in, out;
} Layout;

/* A dimension's length on one side: of frequencies of reals half are there. */
IN long length_of(long kind, long n, int behind) {
  return kind == (behind ? REAL_COMPLEX : COMPLEX_REAL) ? n / 2 + 1 : n;
}
IN long pair(long kind, int behind) {
  return kind == COMPLEX_COMPLEX || kind == (behind ? REAL_COMPLEX : COMPLEX_REAL) ? 2 : 1;
}

static void gathered(const Layout *l, long n2, long parts, const T *from, T *to) {
  for (long k = 0; k < l->many; k++)
    for (long i = 0; i < l->n0 * l->n1; i++)
      for (long j = 0; j < n2; j++) {
        long row = i / l->n1 * l->in.embed1 + i % l->n1;
        long at = k * l->in.distance + l->in.stride * (row * l->in.embed2 + j);
        for (long c = 0; c < parts; c++) *to++ = from[parts * at + c];
      }
}

static void scattered(const Layout *l, long n2, long parts, const T *from, T *to) {
  for (long k = 0; k < l->many; k++)
    for (long i = 0; i < l->n0 * l->n1; i++)
      for (long j = 0; j < n2; j++) {
        long row = i / l->n1 * l->out.embed1 + i % l->n1;
        long at = k * l->out.distance + l->out.stride * (row * l->out.embed2 + j);
        for (long c = 0; c < parts; c++) to[parts * at + c] = *from++;
      }
}

static Side side(int rank, const int *sizes, const int *embed, long row, int stride, int distance) {
  Side s = {1, 1, stride, distance};
  if (rank > 1) s.embed2 = embed ? embed[rank - 1] : row;
  if (rank > 2) s.embed1 = embed ? embed[1] : sizes[1];
  return s;
}

IN int is_compact(int rank, long rows, long row, long many, int stride, int distance, Side s,
                  const int *sizes) {
  return stride == 1 && (many == 1 || distance == rows * row) && (rank < 2 || s.embed2 == row) &&
         (rank < 3 || s.embed1 == sizes[1]);
}

/* Many transforms, of arrays that may have gaps: these are copied to arrays without, and back. */
IN Fft *many_plan(long kind, int rank, const int *n, long many, T *in, const int *in_embed,
                  int in_stride, int in_distance, T *out, const int *out_embed, int out_stride,
                  int out_distance, int sign, unsigned flags) {
  if (rank < 1 || rank > 3) return 0;
  long rows = 1, length = n[rank - 1];
  long front = length_of(kind, length, 0), behind = length_of(kind, length, 1);
  for (int k = 0; k < rank - 1; k++) rows *= n[k];
  int padded = in == out;
  long row_in = kind == REAL_COMPLEX && padded ? half(length) : front;
  long row_out = kind == COMPLEX_REAL && padded ? half(length) : behind;
  Side a = side(rank, n, in_embed, row_in, in_stride, in_distance);
  Side b = side(rank, n, out_embed, row_out, out_stride, out_distance);
  if (is_compact(rank, rows, row_in, many, in_stride, in_distance, a, n) &&
      is_compact(rank, rows, row_out, many, out_stride, out_distance, b, n))
    return plan(kind, rank, n, many, in, out, sign, flags);
  Fft *p = plan(kind, rank, n, many, (T *)0, (T *)64, sign, ESTIMATE | UNALIGNED);
  if (!p) return 0;
  Layout *l = at_least(sizeof(Layout));
  l->many = many, l->n0 = rank > 2 ? n[0] : 1, l->n1 = rank > 1 ? n[rank - 2] : 1, l->n2 = length;
  l->in = a, l->out = b;
  p->in = in, p->out = out, p->layout = l;
  return p;
}

static void by_layout(const Fft *p, const T *in, T *out) {
  const Layout *l = p->layout;
  T *w = room(taken(p->kind, p->rows, p->n)), *v = room(given(p->kind, p->rows, p->n));
  gathered(l, length_of(p->kind, l->n2, 0), pair(p->kind, 0), in, w);
  dft(p->plan, p->same, p->back, p->kind, p->rows, p->n, w, v);
  scattered(l, length_of(p->kind, l->n2, 1), pair(p->kind, 1), v, out);
  free(w);
  free(v);
}

IN void by_plan(const Fft *p, T *in, T *out) {
  refuse_other(p);
#ifdef MANY
  if (p->layout) {
    by_layout(p, in, out);
    return;
  }
#endif
  if (in == out)
    dftx(p->plan, p->same, p->back, p->kind, p->rows, p->n, in);
  else
    dft(p->plan, p->same, p->back, p->kind, p->rows, p->n, in, out);
}

IN void destroyed(Fft *p) {
  if (!p) return;
  refuse_other(p);
  unplan(p->plan);
  free(p->layout);
  free(p);
}

/* ---- the transform ---- */

/* Its own body has no use for what its derivatives take, which its callers are to pass on. */
#define TAKES(a, b) __asm__ volatile("" ::"r"(a), "r"(b))

void dft(long plan, long same, long back, long kind, long rows, long n, const T *in, T *out) {
  TAKES(same, back);
  if (kind != COMPLEX_REAL && kind != HC2R) {
    execute(plan, kind, (T *)in, out);
    return;
  }
  long size = taken(kind, rows, n); /* which the library would overwrite */
  T *w = FFT(malloc)((Size)size * sizeof(T));
  if (!w) abort();
  copied('A', size, 1, in, size, w, size);
  execute(plan, kind, w, out);
  FFT(free)(w);
}

void dftx(long plan, long same, long back, long kind, long rows, long n, T *x) {
  TAKES(same, back);
  TAKES(rows, n);
  execute(plan, kind, x, x);
}

/* Frequencies that stand for two, times c. */
IN void weighed(long rows, long n, T c, T *z) {
  for (long j = 0; j < rows; j++)
    for (long i = 2; i < n + (n & 1); i++) z[i + j * half(n)] *= c;
}

/* Inputs of a transform of reals times their weights, or divided by them. */
IN void rescaled(long kind, long rows, long n, int divided, T *x) {
  for (long j = 0; j < rows; j++)
    for (long i = 0; i < n; i++) {
      T w = weight(kind, n, i);
      x[i + j * n] *= divided ? 1 / w : w;
    }
}

/* The transform of an array that is given up, and its adjoint: calls of `dft`, so that they have
   derivatives in turn. */
static T *transform(long same, long back, long kind, long rows, long n, T *w) {
  T *found = room(given(kind, rows, n));
  dft(same, same, back, kind, rows, n, w, found);
  free(w);
  return found;
}

static T *adjoint(long same, long back, long kind, long rows, long n, T *w) {
  T *found = room(taken(kind, rows, n));
  long other = back_kind(kind);
  if (kind == REAL_COMPLEX) weighed(rows, n, 0.5, w);
  if (kind >= REAL_REAL) rescaled(other, rows, n, 1, w);
  dft(back, back, same, other, rows, n, w, found);
  if (kind == COMPLEX_REAL) weighed(rows, n, 2, found);
  if (kind >= REAL_REAL) rescaled(kind, rows, n, 0, found);
  free(w);
  return found;
}

static T *whole_copy(long size, const T *x) { return copy_of('A', size, 1, x, size); }

void dft_before(long plan, long same, long back, long kind, long rows, long n, const T *in,
                T *in_sh, T *out, T *out_sh) {
  if (!out_sh) return;
  long size = taken(kind, rows, n), count = given(kind, rows, n);
  apart(out, count, 1, count, in, size, 1, size);
  if (!in_sh) {
    filled('A', count, 1, 0, out_sh, count);
    return;
  }
  T *found = transform(same, back, kind, rows, n, whole_copy(size, in_sh));
  copied('A', count, 1, found, count, out_sh, count);
  free(found);
}

void dft_aug(long plan, long same, long back, long kind, long rows, long n, const T *in, T *in_sh,
             T *out, T *out_sh, void **frame, void *arena) {
  long size = taken(kind, rows, n), count = given(kind, rows, n);
  if (out_sh) apart(out, count, 1, count, in, size, 1, size);
  *frame = 0;
  dft(plan, same, back, kind, rows, n, in, out);
}

void dft_pull(long plan, long same, long back, long kind, long rows, long n, const T *in, T *in_sh,
              T *out, T *out_sh, void **frame, void *arena) {
  if (!out_sh) return;
  long size = taken(kind, rows, n), count = given(kind, rows, n);
  if (in_sh) {
    T *found = adjoint(same, back, kind, rows, n, whole_copy(count, out_sh));
    added('A', size, 1, 1, found, size, in_sh, size);
    free(found);
  }
  filled('A', count, 1, 0, out_sh, count);
}

/* In place, rows of reals are as long as those of their frequencies. */
static T *without_gaps(long reals, long rows, long n, const T *x) {
  long size = reals ? n : half(n);
  T *w = room(rows * size);
  copied('A', size, rows, x, half(n), w, size);
  return w;
}

static void with_gaps(long reals, long rows, long n, const T *w, T *x) {
  long size = reals ? n : half(n);
  filled('A', rows * half(n), 1, 0, x, rows * half(n));
  copied('A', size, rows, w, size, x, half(n));
}

static long is_plain(long kind) { return kind == COMPLEX_COMPLEX || kind >= REAL_REAL; }

static T *packed(long kind, long reals, long rows, long n, const T *x) {
  if (is_plain(kind)) return whole_copy(taken(kind, rows, n), x);
  return without_gaps(reals, rows, n, x);
}

/* Frees the numbers that it puts in place of x. */
static void unpack(long kind, long reals, long rows, long n, T *found, T *x) {
  long size = taken(kind, rows, n);
  if (is_plain(kind))
    copied('A', size, 1, found, size, x, size);
  else
    with_gaps(reals, rows, n, found, x);
  free(found);
}

void dftx_before(long plan, long same, long back, long kind, long rows, long n, T *x, T *x_sh) {
  if (!x_sh) return;
  T *w = packed(kind, kind == REAL_COMPLEX, rows, n, x_sh);
  unpack(kind, kind == COMPLEX_REAL, rows, n, transform(same, back, kind, rows, n, w), x_sh);
}

void dftx_aug(long plan, long same, long back, long kind, long rows, long n, T *x, T *x_sh,
              void **frame, void *arena) {
  *frame = 0;
  dftx(plan, same, back, kind, rows, n, x);
}

void dftx_pull(long plan, long same, long back, long kind, long rows, long n, T *x, T *x_sh,
               void **frame, void *arena) {
  if (!x_sh) return;
  T *w = packed(kind, kind == COMPLEX_REAL, rows, n, x_sh);
  unpack(kind, kind == REAL_COMPLEX, rows, n, adjoint(same, back, kind, rows, n, w), x_sh);
}
