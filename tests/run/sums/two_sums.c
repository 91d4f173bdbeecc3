// Two sums, weighed by what is known before the loop, one begun with an input.
// rz: double f(const double x[n*d] in, double a=0.7, double b const=1.3, int d=3, int n=5)
// also: n=1
// also: n=0
#include <math.h>
double f(const double *x, double a, double b, int d, int n)
{
    double scale = b * b - 1, one = a * a, other = 0;
    for (int i = 0; i < n; i++) {
        double s = a;
        for (int j = 0; j < d; j++)
            s += exp(0.2 * x[i * d + j]) * x[i * d + d - 1 - j];
        one += s * s;
        other -= sin(s) * a;
    }
    return b * one + other / scale;
}
