// Constants as bits, chosen beside addresses, before both are stored where numbers may lie.
// rz: double f(double x, double y, int n=7)
// needs: no tape
#include <stdlib.h>
#include <string.h>
typedef unsigned long bits;
struct word { bits w; int tag; };
static inline struct word number(double d) { struct word c; c.tag = 0; memcpy(&c.w, &d, sizeof d); return c; }
static inline struct word place(double *p) { struct word c; c.tag = 3; memcpy(&c.w, &p, sizeof p); return c; }
__attribute__((noinline)) static double value(struct word c)
{
    double d, *p;
    if (c.tag == 0) { memcpy(&d, &c.w, sizeof d); return d; }
    memcpy(&p, &c.w, sizeof p);
    return *p * 0.5;
}
__attribute__((noinline)) static void change(struct word *c, double by)
{
    double *p;
    if (c->tag == 0) { *c = number(value(*c) * 0.5 + by); return; }
    memcpy(&p, &c->w, sizeof p);
    *p = *p * 0.75 + by * by;
}
double f(double x, double y, int n)
{
    double own = x * y, s = 0;
    struct word *v = malloc(n * sizeof *v);
    for (int i = 0; i < n; i++) v[i] = x * i < y * 4 ? i % 3 == 1 ? number(0.5) : number(0.75) : place(&own);
    for (int i = 0; i < n; i++) {
        change(&v[i], x);
        if (i + 1 < n) v[i] = v[i + 1];
    }
    for (int i = 0; i < n; i++) { change(&v[i], y); s += value(v[i]) * (i + x); }
    free(v);
    return s + own;
}
