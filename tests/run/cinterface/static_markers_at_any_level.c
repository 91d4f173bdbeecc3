// Markers defined in the file (static const) still mark, at every optimisation level.
#include "near.h"

static int enzyme_dup = 1, enzyme_const = 2, enzyme_out = 3;
double __enzyme_autodiff(void *, ...);

static double f(const double *x, const double *y, double z)
{
    return x[0] * y[0] * z;
}

int main(void)
{
    double x = 2, y = 3, dx = 0;
    double dz = __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, &y, enzyme_out, 5.0);
    near("dx", dx, 15);
    near("dz", dz, 6);
    return wrong;
}
