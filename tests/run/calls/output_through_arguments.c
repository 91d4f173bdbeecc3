// Several results through pointer arguments, one of them ignored by the caller.
// rz: double summary(const double x[n] in, int n=8)
// also: n=2
#include <math.h>

__attribute__((noinline)) static void moments(const double *x, int n, double *mean, double *var,
                                              double *skew)
{
    double m = 0.0, v = 0.0, k = 0.0;
    for (int i = 0; i < n; i++)
        m += x[i] / n;
    for (int i = 0; i < n; i++) {
        double d = x[i] - m;
        v += d * d / n;
        k += d * d * d;
    }
    *mean = m;
    *var = v;
    *skew = k / pow(v, 1.5);
}

double summary(const double *x, int n)
{
    double mean, var, ignored;
    moments(x, n, &mean, &var, &ignored);
    return mean / sqrt(var + 0.01);
}
