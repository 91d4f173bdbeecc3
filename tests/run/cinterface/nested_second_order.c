// Second derivatives four ways: forward or reverse over forward or reverse.
#include "near.h"

double __enzyme_autodiff_inner(void *, ...);
double __enzyme_autodiff_outer(void *, ...);
double __enzyme_fwddiff_inner(void *, ...);
double __enzyme_fwddiff_outer(void *, ...);

static double f(double x)
{
    return exp(x) * x * x;
}

static double reverse(double x)
{
    return __enzyme_autodiff_inner((void *)f, x);
}

static double forward(double x)
{
    return __enzyme_fwddiff_inner((void *)f, x, 1.0);
}

int main(void)
{
    double x = 0.7, second = exp(x) * (x * x + 4 * x + 2);
    near("first", reverse(x), exp(x) * (x * x + 2 * x));
    near("reverse over reverse", __enzyme_autodiff_outer((void *)reverse, x), second);
    near("reverse over forward", __enzyme_autodiff_outer((void *)forward, x), second);
    near("forward over reverse", __enzyme_fwddiff_outer((void *)reverse, x, 1.0), second);
    near("forward over forward", __enzyme_fwddiff_outer((void *)forward, x, 1.0), second);
    return wrong;
}
