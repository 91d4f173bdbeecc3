// Bessel functions of the first and second kind.
// rz: double ripple(double x 1..3, double y 2..4)
#include <math.h>

double ripple(double x, double y)
{
    return j0(x) * y1(y) + j1(x * y) + y0(x) * jn(3, y) - yn(2, y) * 0.1;
}
