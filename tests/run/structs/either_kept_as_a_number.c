// A word that is a number or a place is kept as a number where either way leads.
// rz: double f(const double x[n] in 0.5..1, int n=4, int k=1)
// also: k=0
// needs: no tape
#include <math.h>
#include <stdlib.h>

struct word { long tag; union { double d; const double *p; } u; };

__attribute__((noinline)) static double read(const struct word *w)
{
    return w->tag ? w->u.p[1] * w->u.p[0] : w->u.d;
}

double f(const double *x, int n, int k)
{
    struct word *all = malloc(sizeof *all * 2);
    double own[2] = {x[0] * x[0], sin(x[1])};
    double bits;
    const double *address = own;
    if (k)
        __builtin_memcpy(&bits, &address, sizeof bits);
    else
        bits = x[n - 1] * 3;
    all[0].tag = k;
    all[0].u.d = bits;
    all[1] = all[0];
    double s = read(all) + 0.5 * read(all + 1) * x[2];
    free(all);
    return s;
}
