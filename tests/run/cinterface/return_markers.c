// enzyme_const_return and enzyme_noret: only memory effects are differentiated.
#include "near.h"

extern int enzyme_dup, enzyme_const_return, enzyme_noret;
void __enzyme_autodiff(void *, ...);

static double f(const double *x, double *y)
{
    *y = *x * *x;
    return 100.0 * *x;
}

int main(void)
{
    double x = 0.7, dx = 0.0, y, dy = 1.0;
    __enzyme_autodiff((void *)f, enzyme_const_return, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
    near("memory only", dx, 1.4);
    dx = 0.0, dy = 1.0;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &y, &dy);
    near("with the result", dx, 101.4);
    return wrong;
}
