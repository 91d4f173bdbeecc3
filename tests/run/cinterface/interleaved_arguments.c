// enzyme_interleave: all primals first, then all shadows.
#include "near.h"

extern int enzyme_interleave, enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double f(const double *x, const double *y)
{
    return x[0] * y[0] + y[0] * y[0];
}

int main(void)
{
    double x = 1.5, y = 2.5, dx = 0.0, dy = 0.0;
    __enzyme_autodiff((void *)f, enzyme_interleave, enzyme_dup, &x, enzyme_dup, &y, &dx, &dy);
    near("dx", dx, 2.5);
    near("dy", dy, 6.5);
    return wrong;
}
