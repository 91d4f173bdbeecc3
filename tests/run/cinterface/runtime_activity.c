// enzyme_runtime_activity: a structure holds an active and a constant pointer at run time.
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_runtime_activity;
void __enzyme_autodiff(void *, ...);

static double f(const double *x, const double *c, int which)
{
    const double *p[2] = {x, c};
    const double *q = p[which];
    return q[0] * q[0] * x[0];
}

int main(void)
{
    double x = 2.0, c = 3.0, dx = 0.0;
    __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const, &c, enzyme_const, 1);
    near("constant chosen", dx, 9.0);
    near("constant kept", c, 3.0);
    dx = 0.0;
    __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, &x, &dx, enzyme_const, &c, enzyme_const, 0);
    near("active chosen", dx, 12.0);
    return wrong;
}
