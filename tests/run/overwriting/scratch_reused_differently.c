// One scratch buffer holds three different things in turn within each iteration.
// rz: double phases(const double x[n] in, int n=6, int rounds=3)
// also: rounds=0
// also: rounds=1
#include <math.h>

double phases(const double *x, int n, int rounds)
{
    double tmp[8], s = 0.5;
    for (int r = 0; r < rounds; r++) {
        for (int i = 0; i < n; i++)
            tmp[i] = x[i] * s;
        double a = 0.0;
        for (int i = 0; i < n; i++)
            a += tmp[i] * tmp[n - 1 - i];
        for (int i = 0; i < n; i++)
            tmp[i] = cos(a * x[i]);
        for (int i = 1; i < n; i++)
            tmp[i] += tmp[i - 1] * tmp[i];
        s = tmp[n - 1] * 0.3 + a * 0.01;
    }
    return s;
}
