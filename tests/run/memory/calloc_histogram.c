// calloc: relies on the zeros; weights are accumulated into it.
// rz: double soft_histogram(const double x[n] in 0..4, int n=9, int bins=5)
// also: n=0
#include <math.h>
#include <stdlib.h>

double soft_histogram(const double *x, int n, int bins)
{
    double *h = calloc((size_t)bins, sizeof *h), s = 0.0;
    for (int i = 0; i < n; i++)
        for (int b = 0; b < bins; b++)
            h[b] += exp(-(x[i] - b) * (x[i] - b));
    for (int b = 0; b < bins; b++)
        s += h[b] * h[b] * (b + 1);
    free(h);
    return s;
}
