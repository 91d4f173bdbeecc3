// Two reductions of one loop, one of them by subtraction, over a float.
// rz: double f(const double x[n] in, int n=19)
#include <math.h>
double f(const double *x, int n)
{
    double s = 0;
    double t = 2;
#pragma omp parallel for reduction(+ : s) reduction(- : t)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        t -= cos(x[i]);
    }
    return s * t;
}
