// One temporary from malloc, filled, read, freed.
// rz: double variance(const double x[n] in, int n=8)
// also: n=1
#include <stdlib.h>

double variance(const double *x, int n)
{
    double *d = malloc(sizeof(double) * (size_t)n), mean = 0.0, s = 0.0;
    for (int i = 0; i < n; i++)
        mean += x[i] / n;
    for (int i = 0; i < n; i++)
        d[i] = (x[i] - mean) * x[i];
    for (int i = 0; i < n; i++)
        s += d[i] * d[i];
    free(d);
    return s + mean * mean;
}
