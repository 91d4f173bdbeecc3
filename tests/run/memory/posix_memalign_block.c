// posix_memalign returns its block through a pointer argument.
// rz: double aligned(const double x[n] in, int n=9)
// also: n=1
#include <stdlib.h>

double aligned(const double *x, int n)
{
    void *block = NULL;
    if (posix_memalign(&block, 64, sizeof(double) * (size_t)n) != 0)
        return -1.0;
    double *y = block, s = 0.0;
    for (int i = 0; i < n; i++)
        y[i] = x[i] / (1.0 + x[n - 1 - i]);
    for (int i = 0; i < n; i++)
        s += y[i] * y[i];
    free(block);
    return s;
}
