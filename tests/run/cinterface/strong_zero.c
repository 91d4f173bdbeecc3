// enzyme_strong_zero: a zero seed times an infinite factor is zero.
#include "near.h"

extern int enzyme_strong_zero, enzyme_dup;
void __enzyme_autodiff(void *, ...);

static void f(const double *x, double *y)
{
    y[0] = sqrt(x[0]) * x[1];
    y[1] = x[1] * 3.0;
}

int main(void)
{
    double x[2] = {1e-320, 2.0}, dx[2] = {0}, y[2], dy[2] = {0.0, 1.0};
    x[0] = 0.0;
    __enzyme_autodiff((void *)f, enzyme_strong_zero, enzyme_dup, x, dx, enzyme_dup, y, dy);
    near("dx0", dx[0], 0.0);
    near("dx1", dx[1], 3.0);
    return wrong;
}
