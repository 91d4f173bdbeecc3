// enzyme_width 2 in reverse mode: two seeds for one output, two shadows each.
#include "near.h"

extern int enzyme_width, enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static void f(const double *x, double *y)
{
    y[0] = x[0] * x[1];
    y[1] = sin(x[0]) + x[1] * x[1];
}

int main(void)
{
    double x[2] = {0.6, 1.1}, y[2], dx0[2] = {0}, dx1[2] = {0}, dy0[2] = {1, 0}, dy1[2] = {0, 1};
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, dx0, dx1, enzyme_dup, y, dy0, dy1);
    near("J00", dx0[0], x[1]);
    near("J01", dx0[1], x[0]);
    near("J10", dx1[0], cos(x[0]));
    near("J11", dx1[1], 2 * x[1]);
    return wrong;
}
