// One-argument functions of libm on safe ranges.
// rz: double every(const double x[n] in 0.2..0.8, int n=4)
// also: n=0
#include <math.h>

double every(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double v = x[i];
        s += sin(v) + cos(v) + tan(v) + asin(v) * 0.5 + acos(v) + atan(v);
        s += sinh(v) * cosh(v) + tanh(v) + asinh(v) + acosh(1.0 + v) + atanh(v * 0.5);
        s += exp(v) + exp2(v) + expm1(v) + log(v) + log2(v) + log10(v) + log1p(v);
        s += sqrt(v) + cbrt(v) + erf(v) + erfc(v) * 2.0 + lgamma(v + 1.0) + tgamma(v + 2.0);
    }
    return s;
}
