// C complex arithmetic on interleaved input.
// rz: double product(const double z[2*n] in, int n=4)
// also: n=1
#include <complex.h>

double product(const double *z, int n)
{
    double complex p = 1.0;
    for (int i = 0; i < n; i++)
        p = p * (z[2 * i] + z[2 * i + 1] * I) + 0.1;
    return creal(p) * cimag(p) + cabs(p);
}
