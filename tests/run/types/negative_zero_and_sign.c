// Negation, subtraction from zero, multiplication by -1, signbit tests.
// rz: double signs(const double x[n] in -2..2, int n=8)
// also: n=0
#include <math.h>

double signs(const double *x, int n)
{
    double s = 0.1;
    for (int i = 0; i < n; i++) {
        double v = signbit(x[i]) ? -x[i] : 0.0 - x[i];
        s = -s * (v * -1.0) + fabs(v) * v;
    }
    return s;
}
