// A region calls functions, one of which calls itself.
// rz: double f(const double x[n] in, double y[n] out, int n=13)
#include <math.h>
static __attribute__((noinline)) double power(double v, int k)
{
    return k == 0 ? 1 : v * power(v, k - 1);
}
static __attribute__((noinline)) void one(const double *x, double *y, int i, int n)
{
    y[i] = power(x[i], i % 4) * sin(x[(i + 1) % n]);
}
double f(const double *x, double *y, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        one(x, y, i, n);
        s += y[i] * y[i];
    }
    return s;
}
