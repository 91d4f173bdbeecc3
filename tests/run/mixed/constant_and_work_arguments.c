// A constant array, a work array and an active scalar; the work array is the caller's.
// rz: double weighted(const double x[n] in, const double w[n] const 1..2, double tmp[n] work, int n=7, double p=1.5, double unused const)
// also: n=0
// also: n=1
#include <math.h>

double weighted(const double *x, const double *w, double *tmp, int n, double p, double unused)
{
    double s = 0.1 * unused;
    for (int i = 0; i < n; i++)
        tmp[i] = pow(x[i], p) * w[i];
    for (int i = 0; i < n; i++)
        s += tmp[i] * tmp[n - 1 - i];
    return s;
}
