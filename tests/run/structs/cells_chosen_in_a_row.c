// Numbers and places chosen between as numbers, in a row of cells on the heap.
// rz: double f(const double x[n] in 0.5..1, int n=5, int k=1)
// also: k=0
// also: k=2
// needs: no tape
#include <math.h>
#include <stdlib.h>

struct cell { int tag; union { double d; const struct cell *at; long count; } u; };

static inline struct cell number(double d) { struct cell c = {0, {.d = d}}; return c; }
static inline struct cell place(const struct cell *at) { struct cell c = {1, {.at = at}}; return c; }

__attribute__((noinline)) static double value(const struct cell *c)
{
    while (c->tag == 1)
        c = c->u.at;
    return c->tag == 0 ? c->u.d : 0.25 * (double)c->u.count;
}

double f(const double *x, int n, int k)
{
    struct cell first = number(x[0] * x[1]);
    struct cell *row = malloc((unsigned long)(n + 1) * sizeof *row);
    for (int i = 0; i < n; i++)
        row[i] = i % 3 == k ? place(&first) : i % 3 == 0 ? number(sin(x[i])) : number((double)i);
    row[n] = k ? place(row + 1) : number(x[2]);
    double s = 0;
    for (int i = 0; i <= n; i++)
        s = s * 0.5 + (1 + s) * value(row + i);
    free(row);
    return s;
}
