// frexp, modf, sincos and the rounding functions beside active values.
// rz: double parts(const double x[n] in 1.1..6.9, int n=5)
// also: n=0
#include <math.h>

double parts(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        int e;
        double whole, m = frexp(x[i], &e), f = modf(x[i], &whole);
        s += m * m * e + f * f * whole;
        s += x[i] * (floor(x[i]) + ceil(x[i]) + round(x[i]) + trunc(x[i]) + rint(x[i]));
    }
    return s;
}
