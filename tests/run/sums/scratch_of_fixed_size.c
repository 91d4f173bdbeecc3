// Arrays that live within a turn, filled by halves on two ways.
// rz: double f(const double x[n*8] in, int n=5)
// also: n=1
#include <math.h>
double f(const double *x, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double z[8], y[8];
        const double *p = x + i * 8;
        for (int j = 0; j < 8; j++)
            if (i & 1)
                z[j] = sin(p[j]) * p[7 - j];
            else
                z[j] = p[j] * p[j];
        for (int j = 0; j < 8; j++) {
            y[j] = 0;
            for (int r = 0; r <= j; r++)
                y[j] += z[r] * cos(z[j - r]);
        }
        double s = 0;
        for (int j = 0; j < 8; j++)
            s += y[j] * y[7 - j];
        total += log(1 + s * s);
    }
    return total;
}
