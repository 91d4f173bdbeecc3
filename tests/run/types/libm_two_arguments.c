// Two- and three-argument functions of libm.
// rz: double pairs(double x 1..2, double y 0.4..0.9, double z)
#include <math.h>

double pairs(double x, double y, double z)
{
    double s = pow(x, y) + atan2(y, x) + hypot(x, y) * z;
    s += fmod(7.3 * x, y + 1.0) + remainder(3.1 * x, 2.0) + fdim(x, y) + copysign(z, -y);
    s += fma(x, y, z) * fmax(x, y) + fmin(y * 0.5, z) + ldexp(x, 3) + scalbn(y, -2);
    return s;
}
