// One function sorts active numbers and constants: the calls are told apart.
// rz: double f(const double x[n] in, const double c[n] const, int n=5)
#include <stdlib.h>
#include <string.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

__attribute__((noinline)) static void sorted(double *to, const double *from, int n)
{
    memcpy(to, from, n * sizeof *to);
    qsort(to, n, sizeof *to, ascending);
}

double f(const double *x, const double *c, int n)
{
    double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b), s = 0;
    sorted(a, x, n);
    sorted(b, c, n);
    for (int i = 0; i < n; i++)
        s += a[i] * b[i] * (i + 1) + a[i] * a[n - 1 - i];
    free(a);
    free(b);
    return s;
}
