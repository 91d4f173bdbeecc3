// One thread does what all need.
// rz: double f(const double x[n] in, int n=10)
#include <math.h>
double f(const double *x, int n)
{
    double mean = 0, s = 0;
#pragma omp parallel reduction(+ : s)
    {
#pragma omp single
        {
            for (int i = 0; i < n; i++)
                mean += x[i] * x[i] / n;
        }
#pragma omp for
        for (int i = 0; i < n; i++)
            s += (x[i] - mean) * (x[i] - mean) * mean;
    }
    return s;
}
