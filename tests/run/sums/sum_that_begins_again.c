// A sum that is set back on the way, and one that shrinks in each turn.
// rz: double f(const double x[n*d] in, int d=3, int n=6)
// also: n=1
// also: n=2
#include <math.h>
double f(const double *x, int d, int n)
{
    double one = 0, other = 1;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += exp(0.3 * x[i * d + j]) * x[i * d + d - 1 - j];
        if (i == n / 2)
            one = 0.25 * s;
        else
            one += s * s;
        other = 0.5 * other + s;
    }
    return one * 3 + other;
}
