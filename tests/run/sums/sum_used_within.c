// The sum so far is used by the turns.
// rz: double f(const double x[n*d] in, int d=3, int n=5)
// also: n=1
#include <math.h>
double f(const double *x, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j] + 0.01 * total) * x[i * d + d - 1 - j];
        total += s * s;
    }
    return total;
}
