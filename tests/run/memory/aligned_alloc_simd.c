// aligned_alloc with an assumed alignment in the loop.
// rz: double scaled(const double x[n] in, int n=16, double k=0.3)
// also: n=8
#include <stdlib.h>

double scaled(const double *x, int n, double k)
{
    double *y = aligned_alloc(64, sizeof(double) * (size_t)n);
    double *z = __builtin_assume_aligned(y, 64), s = 0.0;
    for (int i = 0; i < n; i++)
        z[i] = k * x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += z[i] * x[i];
    free(y);
    return s;
}
