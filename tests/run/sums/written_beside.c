// Turns write what the caller sees, and read what may be the same.
// rz: double f(const double x[n*d] in, double y[n] inout, int d=3, int n=5)
// also: n=1
#include <math.h>
double f(const double *x, double *y, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j]) * x[i * d + d - 1 - j] * y[i];
        y[i] = s * s;
        y[0] += 0.5 * s;
        total += s;
    }
    return total;
}
