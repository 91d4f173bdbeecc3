// The first thread prepares, all wait, and the first one ends.
// rz: double f(const double x[n] in, int n=10)
#include <math.h>
double f(const double *x, int n)
{
    double scale = 0, total = 0;
#pragma omp parallel
    {
#pragma omp master
        scale = exp(-x[0]) * x[n - 1];
#pragma omp barrier
        double own = 0;
#pragma omp for
        for (int i = 0; i < n; i++)
            own += scale * x[i] * x[i];
#pragma omp atomic
        total += own;
#pragma omp barrier
#pragma omp masked
        total = total * total;
    }
    return total;
}
