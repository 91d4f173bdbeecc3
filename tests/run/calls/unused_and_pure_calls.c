// A pure function called several times with one argument, one result unused.
// rz: double pure(double x, double y)
#include <math.h>

__attribute__((noinline, const)) static double gamma_like(double v)
{
    double s = 0.0;
    for (int k = 1; k < 8; k++)
        s += pow(v, k) / (k * k);
    return s;
}

double pure(double x, double y)
{
    double a = gamma_like(x * 0.5), b = gamma_like(x * 0.5), c = gamma_like(y * 0.5);
    (void)c;
    return a * b + gamma_like(a * 0.3) * y;
}
