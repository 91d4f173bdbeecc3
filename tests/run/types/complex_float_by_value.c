// float complex passed and returned by value (two floats in one register).
// rz: float spin(const float z[2] in, int n=4)
// also: n=0
#include <complex.h>
#ifndef REAL
#define REAL float
#endif
__attribute__((noinline)) static REAL complex step(REAL complex z, REAL complex c)
{
    return z * z * (REAL)0.5 + c;
}

REAL spin(const REAL *z, int n)
{
    REAL complex c = z[0] + z[1] * I, w = (REAL)0.25 * c;
    for (int i = 0; i < n; i++)
        w = step(w, c * (REAL)0.25);
    return (REAL)creal(w) + (REAL)cimag(w) * (REAL)creal(w);
}
