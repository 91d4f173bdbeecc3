// An ordered loop whose iterations are dealt out before it begins.
// rz: double f(const double x[n] in, int n=11)
#include <math.h>
double f(const double *x, int n)
{
    double s = 0.3, t = 0;
#pragma omp parallel
    {
#pragma omp for ordered schedule(static, 2)
        for (int i = 0; i < n; i++) {
            double v = sin(x[i]);
#pragma omp ordered
            s = v * s + x[i];
        }
#pragma omp for ordered reduction(+ : t)
        for (int i = 0; i < n; i++) {
            t += x[i] * x[i];
#pragma omp ordered
            s = s * x[i];
        }
    }
    return s * t;
}
