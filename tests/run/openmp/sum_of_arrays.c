// A reduction of an array: each thread has a copy.
// rz: void f(const double x[n] in, double y[3] inout, int n=21)
#include <math.h>
void f(const double *x, double *y, int n)
{
#pragma omp parallel for reduction(+ : y[0 : 3])
    for (int i = 0; i < n; i++) {
        y[i % 3] += x[i] * x[i];
        y[0] += sin(x[i]);
    }
}
