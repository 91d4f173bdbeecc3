// An unsigned loop that counts down through zero, `while (i-- > 0)`.
// rz: double horner(const double c[n] in, size_t n=7, double x=0.8)
// also: n=0
// also: n=1
#include <stddef.h>

double horner(const double *c, size_t n, double x)
{
    double p = 0.0;
    size_t i = n;
    while (i-- > 0)
        p = p * x + c[i];
    return p;
}
