// A sum over points in single precision, added up in double, returned in single.
// rz: float f(const float x[n*d] in, const float w[d] in, int d=4, int n=5)
// also: n=1
#include <math.h>
#ifndef REAL
#define REAL float
#endif
REAL f(const REAL *restrict x, const REAL *restrict w, int d, int n)
{
    REAL part = 0;
    double total = 0;
    for (int i = 0; i < n; i++) {
        REAL s = 1;
        for (int j = 0; j < d; j++)
            s *= 1 + w[j] * x[i * d + j] * (REAL)0.25;
        part += s * s;
        total += (double)s;
    }
    return part - (REAL)total * (REAL)0.5;
}
