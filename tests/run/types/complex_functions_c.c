// cexp, clog, csqrt, csin, cpow, carg.
// rz: double mix(double a, double b)
#include <complex.h>

double mix(double a, double b)
{
    double complex z = a + b * I;
    double complex w = cexp(z * 0.5) + csqrt(z) * clog(z + 1.0);
    w += csin(z) + cpow(z, 1.5 + 0.5 * I);
    return creal(w) + 2.0 * cimag(w) + carg(z) * cabs(w);
}
