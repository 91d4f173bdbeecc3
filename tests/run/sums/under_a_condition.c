// The loop is under a condition, and the function returns in two places.
// rz: double f(const double x[n*d] in, double a=0.8, int d=3, int n=5, int which=1)
// also: which=0
// also: which=2
// also: n=1
#include <math.h>
double f(const double *x, double a, int d, int n, int which)
{
    double total = a;
    if (which == 2)
        return x[0] * a;
    if (which)
        for (int i = 0; i < n; i++) {
            double s = 1;
            for (int j = 0; j < d; j++)
                s *= 1 + 0.3 * sin(x[i * d + j] * a);
            total += s;
        }
    else
        total = a * x[d - 1];
    return 2 * total + a;
}
