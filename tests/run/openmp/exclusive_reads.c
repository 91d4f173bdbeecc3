// Each thread reads elsewhere: rows, pairs, and the same place in the second loop of a region.
// rz: double f(const double a[n*m] in, const double x[2*n] in, double y[n] out, int n=9, int m=4)
// also: m=1
#include <math.h>
double f(const double *restrict a, const double *restrict x, double *restrict y, int n, int m)
{
    double s = 0;
#pragma omp parallel
    {
#pragma omp for schedule(dynamic, 2)
        for (int i = 0; i < n; i++) {
            double t = 0;
            for (int j = 0; j < m; j++)
                t += a[i * m + j] * a[i * m + j];
            y[i] = t * x[2 * i] * x[2 * i + 1];
        }
#pragma omp for reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += sin(y[i]) * x[i];
    }
    return s;
}
