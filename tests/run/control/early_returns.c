// A function with five returns, each of another formula.
// rz: double price(const double x[n] in -1..2, int n=12)
#include <math.h>

static double piece(double x, double y)
{
    if (x < 0.0)
        return x * y;
    if (y < 0.0)
        return x - y * y;
    double r = sqrt(x * x + y * y);
    if (r > 1.5)
        return 1.0 / r;
    if (x > y)
        return atan2(y, x);
    return r * r * r;
}

double price(const double *x, int n)
{
    double sum = 0.0;
    for (int i = 0; i + 1 < n; i++)
        sum += piece(x[i], x[i + 1]);
    return sum;
}
