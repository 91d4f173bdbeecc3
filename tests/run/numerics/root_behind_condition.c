// Roots and logarithms computed ahead of the condition that keeps them from being used.
// rz: double guarded(const double x[n] in, const double w[3] in, int n=9)
// also: n=0
// also: n=1
#include <math.h>

double guarded(const double *x, const double *w, int n)
{
    double a = n > 2 ? x[2] - 10.0 : -1.0;
    double m[2][3];
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 3; j++)
            m[i][j] = a > 0.07 ? sqrt(a) : w[0] * (i + j);
    double sum = tanh(0.01 * (m[1][0] + m[0][2]));
    for (int i = 0; i < n; i++) {
        double d = x[i] - 1.0, r = sqrt(d), l = log(d), found = w[1];
        if (d > 0.0) {
            found = r;
            if (i & 1)
                found += l;
        }
        sum += found * w[2] + x[i];
    }
    return sum;
}
