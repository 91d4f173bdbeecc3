// A callee allocates through a pointer-to-pointer argument and reports a size.
// rz: double split(const double x[n] in 0..2, int n=9)
// also: n=1
// needs: zero
#include <stdlib.h>

__attribute__((noinline)) static void large(const double *x, int n, double **out, int *count)
{
    *count = 0;
    *out = malloc(sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++)
        if (x[i] > 0.7)
            (*out)[(*count)++] = x[i] * x[i];
}

double split(const double *x, int n)
{
    double *v, s = 0.0;
    int m;
    large(x, n, &v, &m);
    for (int i = 0; i < m; i++)
        s += v[i] * v[m - 1 - i] / m;
    free(v);
    return s;
}
