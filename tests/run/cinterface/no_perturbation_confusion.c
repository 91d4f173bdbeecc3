// d/dx of x * d/dy (x + y) is 1: the inner tangent must not leak into the outer.
#include "near.h"

extern int enzyme_dup, enzyme_const;
double __enzyme_fwddiff_y(void *, ...);
double __enzyme_fwddiff_x(void *, ...);
double __enzyme_autodiff_y(void *, ...);
double __enzyme_autodiff_x(void *, ...);

static double plus(double x, double y)
{
    return x + y;
}

static double forward(double x)
{
    return x * __enzyme_fwddiff_y((void *)plus, enzyme_const, x, enzyme_dup, 1.0, 1.0);
}

static double reverse(double x)
{
    return x * __enzyme_autodiff_y((void *)plus, enzyme_const, x, 1.0);
}

int main(void)
{
    near("forward in forward", __enzyme_fwddiff_x((void *)forward, 1.0, 1.0), 1.0);
    near("reverse in forward", __enzyme_fwddiff_x((void *)reverse, 1.0, 1.0), 1.0);
    near("forward in reverse", __enzyme_autodiff_x((void *)forward, 1.0), 1.0);
    near("reverse in reverse", __enzyme_autodiff_x((void *)reverse, 1.0), 1.0);
    return wrong;
}
