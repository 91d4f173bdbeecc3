// Numbers with tags, two to a word: an optimiser puts them together two words at a time.
// rz: float chosen(const float x[4] in 0.3..1.2, int n=1)
// also: n=2
#include <math.h>
#ifndef REAL
#define REAL float
#endif

struct half { int tag; union { REAL f; int i; } u; };

static inline struct half number(REAL d) { struct half c; c.tag = 0; c.u.f = d; return c; }
static inline struct half count(int i) { struct half c; c.tag = 2; c.u.i = i; return c; }
static __attribute__((noinline)) REAL value(struct half c)
{
    return c.tag == 0 ? c.u.f * c.u.f : (REAL)0.125 * (REAL)c.u.i;
}

REAL chosen(const REAL *x, int n)
{
    struct half two[2] = { number(x[n] * x[0]), number((REAL)sin(x[3])) }, kept = two[n & 1];
    REAL s = 0;
    for (int i = 0; i < 5; i++) {
        struct half *at = i == n ? &kept : &two[i & 1];
        s += value(*at) * (i + 1);
        *at = i == 3 ? count(i) : kept;
    }
    struct half more[4] = { number(s), number(x[1] * s), number(x[2]), number(x[n]) };
    return s + value(more[n]) + value(two[1 - (n & 1)]) + value(kept);
}
