// Iterations are dealt out in chunks, which are known when the loop begins.
// rz: void f(const double x[n] in, double y[n] out, int n=29)
// also: n=2
#include <math.h>
void f(const double *x, double *y, int n)
{
#pragma omp parallel for schedule(static, 3)
    for (int i = 0; i < n; i++)
        y[i] = tanh(x[i]) * x[n - 1 - i];
}
