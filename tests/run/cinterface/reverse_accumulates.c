// enzyme_dup accumulates into a shadow that is not zero; enzyme_const has none.
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

static double norm2(const double *x, const double *w, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += w[i] * x[i] * x[i];
    return s;
}

int main(void)
{
    double x[4] = {1.0, -2.0, 3.0, 0.5}, dx[4] = {10.0, 20.0, 30.0, 40.0}, w[4] = {1, 2, 3, 4};
    __enzyme_autodiff((void *)norm2, enzyme_dup, x, dx, enzyme_const, w, enzyme_const, 4);
    __enzyme_autodiff((void *)norm2, enzyme_dup, x, dx, enzyme_const, w, enzyme_const, 4);
    for (int i = 0; i < 4; i++) {
        near("dx", dx[i], 10.0 * (i + 1) + 4 * w[i] * x[i]);
        near("w", w[i], i + 1);
    }
    return wrong;
}
