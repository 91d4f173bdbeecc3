/* Cells that hold a number (tag 0), the address of another cell (1), a count (2) or the address of a
 * number (3): one or the other address in one word, all in several, or as bits that are copied in and
 * out; and one that holds a float or a count. What has no such address copies instead of pointing. What they can do has the same names for all of them,
 * and comes twice: for the optimiser to inline, and, with a name that ends in _, not. */
struct sum { int tag; union { real d; struct sum *p; long i; } u; };
struct spot { int tag; union { real d; real *r; long i; } u; };
struct wide { int tag; union { struct { real d, e; } n; struct wide *p; long i; struct { long at; real *r; } o; } u; };
struct word { bits w; int tag; };
struct half { int tag; union { real32 f; int i; } u; };

static inline struct sum sum_number(real d) { struct sum c; c.tag = 0; c.u.d = d; return c; }
static inline struct sum sum_at(struct sum *p) { struct sum c; c.tag = 1; c.u.p = p; return c; }
static inline struct sum sum_count(long i) { struct sum c; c.tag = 2; c.u.i = i; return c; }
static inline struct sum sum_place(real *r) { return sum_number(*r); }
static inline struct sum sum_followed(struct sum c) { return c.tag == 1 ? *c.u.p : c; }
static inline real sum_value(struct sum c)
{
  while (c.tag == 1) c = *c.u.p;
  return c.tag == 0 ? c.u.d : (real)0.125 * (real)c.u.i;
}
static inline void sum_change(struct sum *c, real by)
{
  while (c->tag == 1) c = c->u.p;
  if (c->tag == 0) c->u.d = c->u.d * (real)0.5 + by;
  else c->u.i = 5;
}

static inline struct spot spot_number(real d) { struct spot c; c.tag = 0; c.u.d = d; return c; }
static inline struct spot spot_at(struct spot *p) { return *p; }
static inline struct spot spot_count(long i) { struct spot c; c.tag = 2; c.u.i = i; return c; }
static inline struct spot spot_place(real *r) { struct spot c; c.tag = 3; c.u.r = r; return c; }
static inline struct spot spot_followed(struct spot c) { return c.tag == 3 ? spot_number(*c.u.r) : c; }
static inline real spot_value(struct spot c)
{
  return c.tag == 0 ? c.u.d : c.tag == 2 ? (real)0.125 * (real)c.u.i : *c.u.r * (real)0.5;
}
static inline void spot_change(struct spot *c, real by)
{
  if (c->tag == 0) c->u.d = c->u.d * (real)0.5 + by;
  else if (c->tag == 3) *c->u.r = *c->u.r * (real)0.75 + rsin(by);
  else c->u.i = 5;
}

static inline struct wide wide_number(real d) { struct wide c; c.tag = 0; c.u.n.d = d; c.u.n.e = rsin(d); return c; }
static inline struct wide wide_at(struct wide *p) { struct wide c; c.tag = 1; c.u.p = p; return c; }
static inline struct wide wide_count(long i) { struct wide c; c.tag = 2; c.u.i = i; return c; }
static inline struct wide wide_place(real *r) { struct wide c; c.tag = 3; c.u.o.at = 0; c.u.o.r = r; return c; }
static inline struct wide wide_followed(struct wide c) { return c.tag == 1 ? *c.u.p : c; }
static inline real wide_value(struct wide c)
{
  while (c.tag == 1) c = *c.u.p;
  switch (c.tag) {
  case 0: return c.u.n.d - (real)0.25 * c.u.n.e;
  case 2: return (real)0.125 * (real)c.u.i;
  default: return c.u.o.r[c.u.o.at] * (real)0.5;
  }
}
static inline void wide_change(struct wide *c, real by)
{
  switch (c->tag) {
  case 0: c->u.n.d = c->u.n.d * (real)0.5 + by; c->u.n.e *= (real)0.5; break;
  case 1: wide_change(c->u.p, by * (real)0.5); break;
  case 2: c->u.i = 5; break;
  default: c->u.o.r[c->u.o.at] = c->u.o.r[c->u.o.at] * (real)0.75 + rsin(by); break;
  }
}

static inline struct word word_number(real d) { struct word c; c.tag = 0; memcpy(&c.w, &d, sizeof d); return c; }
static inline struct word word_at(struct word *p) { struct word c; c.tag = 1; memcpy(&c.w, &p, sizeof p); return c; }
static inline struct word word_count(long i) { struct word c; c.tag = 2; memcpy(&c.w, &i, sizeof i); return c; }
static inline struct word word_place(real *r) { struct word c; c.tag = 3; memcpy(&c.w, &r, sizeof r); return c; }
static inline struct word *word_pointer(const struct word *c) { struct word *p; memcpy(&p, &c->w, sizeof p); return p; }
static inline struct word word_followed(struct word c) { return c.tag == 1 ? *word_pointer(&c) : c; }
static inline real word_value(struct word c)
{
  long i; real d; real *r;
  while (c.tag == 1) c = *word_pointer(&c);
  if (c.tag == 0) { memcpy(&d, &c.w, sizeof d); return d; }
  if (c.tag == 2) { memcpy(&i, &c.w, sizeof i); return (real)0.125 * (real)i; }
  memcpy(&r, &c.w, sizeof r);
  return *r * (real)0.5;
}
static inline void word_change(struct word *c, real by)
{
  real *r;
  while (c->tag == 1) c = word_pointer(c);
  if (c->tag != 3) { *c = word_number(word_value(*c) * (real)0.5 + by); return; }
  memcpy(&r, &c->w, sizeof r);
  *r = *r * (real)0.75 + rsin(by);
}

static inline struct half half_number(real d) { struct half c; c.tag = 0; c.u.f = (real32)d; return c; }
static inline struct half half_at(struct half *p) { return *p; }
static inline struct half half_count(long i) { struct half c; c.tag = 2; c.u.i = (int)i; return c; }
static inline struct half half_place(real *r) { return half_number(*r); }
static inline struct half half_followed(struct half c) { return c; }
static inline real half_value(struct half c) { return c.tag == 0 ? (real)c.u.f : (real)0.125 * (real)c.u.i; }
static inline void half_change(struct half *c, real by)
{
  if (c->tag == 0) c->u.f = c->u.f * (real32)0.5 + (real32)by;
  else *c = half_number(by);
}

#define APART(L) \
static NOINLINE struct L L##_number_(real d) { return L##_number(d); } \
static NOINLINE struct L L##_at_(struct L *p) { return L##_at(p); } \
static NOINLINE struct L L##_count_(long i) { return L##_count(i); } \
static NOINLINE struct L L##_place_(real *r) { return L##_place(r); } \
static NOINLINE struct L L##_followed_(struct L c) { return L##_followed(c); } \
static NOINLINE real L##_value_(struct L c) { return L##_value(c); } \
static NOINLINE void L##_change_(struct L *c, real by) { L##_change(c, by); } \
static NOINLINE void L##_swap_(struct L *a, struct L *b) { struct L t = *a; *a = *b; *b = t; } \
struct L##_link { struct L cell; struct L##_link *next; };
APART(sum)
APART(spot)
APART(wide)
APART(word)
APART(half)
