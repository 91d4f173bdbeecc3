// Each thread writes its own part of an array.
// rz: void f(const double x[n] in, double y[n] out, double a, int n=23)
// also: n=0
// also: n=1
#include <math.h>
void f(const double *x, double *y, double a, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++)
        y[i] = a * sin(x[i]) * x[i];
}
