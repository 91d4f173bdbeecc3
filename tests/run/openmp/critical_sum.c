// A critical section adds up.
// rz: double f(const double x[n] in, int n=20)
#include <math.h>
double f(const double *x, int n)
{
    double s = 0.5;
#pragma omp parallel
    {
        double own = 0;
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            own += x[i] * sin(x[i]);
#pragma omp critical
        s += own * 2;
    }
    return s * s;
}
