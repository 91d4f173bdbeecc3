// A while loop that ends when an active quantity is small enough (Newton for a root).
// rz: double root(double a 2..9, double b 0.5..2)
// truth: a = (a/b)**0.5/(2*a) ; b = -(a/b)**0.5/(2*b)
#include <math.h>

double root(double a, double b)
{
    double x = 1.0;
    while (fabs(b * x * x - a) > 1e-13 * a)
        x = x - (b * x * x - a) / (2.0 * b * x);
    return x;
}
