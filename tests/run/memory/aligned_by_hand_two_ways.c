// A block aligned by hand: written at the aligned address, read at the block's own plus a distance.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>

double f(const double *x, int n)
{
    char *block = malloc(sizeof(double) * (size_t)n + 64);
    double *a = (double *)(((uintptr_t)block + 63) & ~(uintptr_t)63);
    size_t far = (size_t)((char *)a - block);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i + 1) * *(double *)(block + far + sizeof(double) * (size_t)i);
    free(block);
    return s;
}
