// Turns call functions that write: to scratch memory, to what the caller sees.
// rz: double f(const double x[n*d] in, double trace[n] out, int d=3, int n=5)
// also: n=1
#include <math.h>
#include <stdlib.h>
static __attribute__((noinline)) double noted(const double *x, double *z, double *note, int d)
{
    double s = 0;
    for (int j = 0; j < d; j++)
        z[j] = sin(x[j]) * z[j];
    for (int j = 0; j < d; j++)
        s += z[j] * z[d - 1 - j] * x[j];
    *note = s * s;
    return s;
}
double f(const double *x, double *trace, int d, int n)
{
    double *z = malloc(sizeof(double) * d);
    for (int j = 0; j < d; j++)
        z[j] = 1 + 0.1 * j;
    double total = 0;
    for (int i = 0; i < n; i++)
        total += noted(x + i * d, z, trace + i, d);
    free(z);
    return total;
}
