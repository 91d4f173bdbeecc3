// C complex division and conjugation (the run-time library's routines).
// rz: double ratio(const double a[2] in, const double b[2] in)
#include <complex.h>

double ratio(const double *a, const double *b)
{
    double complex x = a[0] + a[1] * I, y = b[0] + b[1] * I;
    double complex q = x / y, r = conj(x) / (y + 1.0);
    return creal(q) * cimag(r) + creal(r * q);
}
