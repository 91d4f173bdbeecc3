// A sum over all threads.
// rz: double f(const double x[n] in, const double w[n] in, int n=31)
// also: n=0
#include <math.h>
double f(const double *x, const double *w, int n)
{
    double s = 1.5;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += exp(-x[i] * w[i]);
    return s * s;
}
