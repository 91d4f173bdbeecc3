// A const pointer never receives increments, even if the same memory is also passed as dup.
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double f(const double *a, const double *b)
{
    return a[0] * b[0];
}

int main(void)
{
    double x = 3.0, dx = 0.0;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_const, &x);
    near("once", dx, 3.0);
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx, enzyme_dup, &x, &dx);
    near("and both", dx, 9.0);
    return wrong;
}
