// Two loops in one region, the second reads what other threads wrote in the first.
// rz: void f(const double x[n] in, double y[n] out, int n=16)
#include <math.h>
#include <stdlib.h>
void f(const double *x, double *y, int n)
{
    double *t = malloc(sizeof(double) * n);
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++)
            t[i] = x[i] * x[i];
#pragma omp for
        for (int i = 0; i < n; i++)
            y[i] = t[(i + 5) % n] * sin(t[i]);
    }
    free(t);
}
