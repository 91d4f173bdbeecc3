// qsort of an array of pointers to active cells (an order of indices by value).
// rz: double by_pointer(const double x[n] in, int n=7)
// also: n=1
#include <stdlib.h>

static int deref(const void *a, const void *b)
{
    double x = **(double *const *)a, y = **(double *const *)b;
    return (x > y) - (x < y);
}

double by_pointer(const double *x, int n)
{
    const double *p[16];
    for (int i = 0; i < n; i++)
        p[i] = &x[i];
    qsort(p, (size_t)n, sizeof *p, deref);
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += *p[i] * *p[n - 1 - i] * (i + 1);
    return s;
}
