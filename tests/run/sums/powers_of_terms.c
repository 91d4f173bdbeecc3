// A series: its powers underflow, bases may be negative, and the first exponent is zero.
// rz: double f(const double x[n] in -0.9..0.9, double a=0.8, int n=6, int terms=40)
// also: terms=1
// also: terms=0
// also: n=2, terms=3000
#include <math.h>
double f(const double *x, double a, int n, int terms)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < terms; k++)
            total += pow(0.3 * x[i] * a, k) / (k + 1);
    return total;
}
