// long double: a series in extended precision.
// rz: long double series(long double x 0.2..0.8, long double y, int n=12)
// also: n=0
#include <math.h>
#ifndef REAL
#define REAL long double
#endif
REAL series(REAL x, REAL y, int n)
{
    REAL term = y, s = y * y;
    for (int k = 1; k <= n; k++) {
        term *= x / k;
        s += term * y;
    }
    return s * x;
}
