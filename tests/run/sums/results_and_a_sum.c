// A result of each turn, and a sum over them.
// rz: double f(const double a[n*d] in, const double x[d] in, double y[n] out, int d=3, int n=5)
// also: n=1
#include <math.h>
double f(const double *restrict a, const double *restrict x, double *restrict y, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s += sin(a[i * d + j] * x[j]);
        y[i] = s * s;
        total += exp(-s);
    }
    return 0.5 * total;
}
