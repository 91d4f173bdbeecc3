// Base and exponent are inputs, under a condition in the loop; a second power outside of it.
// rz: double f(const double x[n] in 0.2..3, const double y[n] in, double a=1.7, int n=7)
// also: n=1
// also: n=0
#include <math.h>
double f(const double *x, const double *y, double a, int n)
{
    double total = pow(a, 2.5), other = 0;
    for (int i = 0; i < n; i++) {
        double p = pow(x[i], 3 * y[i]);
        total += p;
        if (x[i] > 1)
            other += pow(p + a, 1.5) * x[i];
    }
    return total * pow(a, total / 50) + other;
}
