// A local array is read, overwritten by a callee, read again.
// rz: double twice(const double x[5] in)
#include <math.h>

__attribute__((noinline)) static void normalise(double *v, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += v[i] * v[i];
    for (int i = 0; i < n; i++)
        v[i] /= sqrt(s);
}

double twice(const double *x)
{
    double v[5], before = 0.0, after = 0.0;
    for (int i = 0; i < 5; i++)
        v[i] = x[i] * x[i];
    for (int i = 0; i < 5; i++)
        before += v[i] * x[4 - i];
    normalise(v, 5);
    for (int i = 0; i < 5; i++)
        after += v[i] * before;
    return after;
}
