// Results are set to zero before the loop, and each is added to where it is.
// rz: void f(const double a[n*d] in, const double x[d] in, double y[n] out, int d=3, int n=5)
// also: n=1
#include <string.h>
void f(const double *restrict a, const double *restrict x, double *restrict y, int d, int n)
{
    memset(y, 0, sizeof(double) * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < d; j++)
            y[i] += a[i * d + j] * x[j] * y[i] + a[i * d + j];
}
