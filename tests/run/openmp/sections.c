// Sections run side by side.
// rz: double f(const double x[n] in, int n=8)
#include <math.h>
double f(const double *x, int n)
{
    double a = 0, b = 1, c = 0;
#pragma omp parallel sections
    {
#pragma omp section
        for (int i = 0; i < n; i++)
            a += x[i] * x[i];
#pragma omp section
        for (int i = 0; i < n; i++)
            b *= x[i];
#pragma omp section
        for (int i = 0; i < n; i++)
            c += sin(x[i]);
    }
    return a * b + c * a;
}
