// One of two functions of the library by pointer, beside a direct call of the other on the same number.
// rz: double swing(const double x[n] in, double p, int which=0, int n=6)
// also: which=1
#include <math.h>

double swing(const double *x, double p, int which, int n)
{
    double (*f)(double) = which ? sin : cos;
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        p = p * 0.9 + x[i];
        s += f(p) * cos(p) + fabs(p - 0.25);
    }
    return s;
}
