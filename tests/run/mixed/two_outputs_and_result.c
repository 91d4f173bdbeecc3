// A result and two output arrays from shared intermediates, one of which is also an input.
// rz: double both(const double x[n] in, double y[n] inout, double z[n] out, int n=6, double k=0.4)
// also: n=1
// also: n=0
#include <math.h>

double both(const double *x, double *y, double *z, int n, double k)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double shared = sin(k * x[i]) * y[i];
        z[i] = shared * shared;
        y[i] = y[i] + shared * k;
        s += z[i] * y[n - 1 - i];
    }
    return s;
}
