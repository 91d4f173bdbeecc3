// The argument array of a noinline callee is overwritten after the call.
// rz: double stages(const double x[n] in, int n=6)
// also: n=1
#include <math.h>

__attribute__((noinline)) static double energy(const double *v, int n)
{
    double e = 0.0;
    for (int i = 0; i < n; i++)
        e += v[i] * v[i] * v[(i + 1) % n];
    return e;
}

double stages(const double *x, int n)
{
    double v[16], e = 0.0;
    for (int i = 0; i < n; i++)
        v[i] = x[i];
    for (int t = 0; t < 3; t++) {
        double now = energy(v, n);
        for (int i = 0; i < n; i++)
            v[i] = sin(v[i] + 0.1 * now);
        e += now * v[0];
    }
    return e;
}
