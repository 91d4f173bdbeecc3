// A callee allocates and fills; the caller uses and frees.
// rz: double powers(double x, int n=6)
// also: n=1
#include <stdlib.h>

__attribute__((noinline)) static double *table(double x, int n)
{
    double *t = malloc(sizeof *t * (size_t)n);
    t[0] = 1.0;
    for (int i = 1; i < n; i++)
        t[i] = t[i - 1] * x;
    return t;
}

double powers(double x, int n)
{
    double *a = table(x, n), *b = table(1.0 / (1.0 + x), n), s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[n - 1 - i] * (i + 1);
    free(b);
    free(a);
    return s * x;
}
