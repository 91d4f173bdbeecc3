// enzyme_strong_zero: a zero seed or tangent times infinity or no number is zero, in both modes.
#include "near.h"

extern int enzyme_strong_zero, enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double f(double x, double y, double z)
{
    return x * y + z; // the derivative by x is y
}

static void g(const double *x, double *y)
{
    y[0] = x[0] * x[1];
    y[1] = x[0] / x[2];
    y[2] = exp(x[1]) * x[0];
}

int main(void)
{
    double big = HUGE_VAL;
    near("tangent", __enzyme_fwddiff((void *)f, enzyme_strong_zero, enzyme_dup, 2.0, 0.0, enzyme_dup, big, 0.0, enzyme_dup, 1.0, 1.0), 1.0);
    double x[3] = {2.0, HUGE_VAL, 0.0}, dx[3] = {0}, y[3], dy[3] = {0, 0, 0};
    __enzyme_autodiff((void *)g, enzyme_strong_zero, enzyme_dup, x, dx, enzyme_dup, y, dy);
    near("dx0", dx[0], 0.0);
    near("dx1", dx[1], 0.0);
    near("dx2", dx[2], 0.0);
    // what is not zero is as ever
    double u[3] = {2.0, 3.0, 4.0}, du[3] = {0}, dv[3] = {1.0, 1.0, 0.0};
    __enzyme_autodiff((void *)g, enzyme_strong_zero, enzyme_dup, u, du, enzyme_dup, y, dv);
    near("du0", du[0], 3.0 + 0.25);
    near("du1", du[1], 2.0);
    near("du2", du[2], -2.0 / 16);
    return wrong;
}
