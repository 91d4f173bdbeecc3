// Each power is the base of the next one, so that the inner loop has two sweeps.
// rz: double f(const double x[n] in 0.5..1.5, double e=0.9, int n=5, int times=4)
// also: times=0
// also: n=1
#include <math.h>
double f(const double *x, double e, int n, int times)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double t = x[i];
        for (int k = 0; k < times; k++)
            t = pow(t + 0.1, e) * x[i];
        total += t;
    }
    return total;
}
