// Inner loops that read lines forwards and backwards, two numbers at once; other rows share some.
// rz: void f(const double a[4*n+1] in, const int column[4*n] below n, const double x[n] in, double y[n] out, double z[n] out, int n=9)
// also: n=1
#include <math.h>
void f(const double *restrict a, const int *restrict column, const double *restrict x,
       double *restrict y, double *restrict z, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0, t = 1;
        for (int k = 4 * i + i % 5 - 1; k >= 4 * i; k--)
            s += a[k] * a[k + 1] * exp(x[column[k]]);
        for (int k = i; k < 4 * i; k++)
            t += a[k] * x[column[k]];
        y[i] = s;
        z[i] = t;
    }
}
