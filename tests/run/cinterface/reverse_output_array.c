// A void function: the shadow of the output is the seed and is consumed.
#include "near.h"

extern int enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);

static void f(const double *x, double *y, int n, double k)
{
    for (int i = 0; i < n; i++)
        y[i] = k * x[i] * x[n - 1 - i];
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0}, y[3], dy[3] = {1, 10, 100}, k = 0.5;
    double dk = __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 3, enzyme_out, k);
    near("dk", dk, 1 * 3 + 10 * 4 + 100 * 3);
    near("dx0", dx[0], k * 3 * 101);
    near("dx1", dx[1], k * 2 * 20);
    near("dx2", dx[2], k * 1 * 101);
    for (int i = 0; i < 3; i++) {
        near("dy", dy[i], 0.0);
        near("y", y[i], k * x[i] * x[2 - i]);
        dy[i] = 1.0;
        dx[i] = 0.0;
    }
    dk = __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dupnoneed, y, dy, enzyme_const, 3, enzyme_out, k);
    near("dk again", dk, 10.0);
    return wrong;
}
