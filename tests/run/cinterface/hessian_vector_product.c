// Forward over reverse on arrays: a Hessian-vector product.
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_dupnoneed;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

static double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i + 1 < n; i++)
        s += 10 * (x[i + 1] - x[i] * x[i]) * (x[i + 1] - x[i] * x[i]) + (1 - x[i]) * (1 - x[i]);
    return s;
}

static void gradient(const double *x, double *g, int n)
{
    for (int i = 0; i < n; i++)
        g[i] = 0.0;
    __enzyme_autodiff((void *)f, enzyme_dup, x, g, enzyme_const, n);
}

int main(void)
{
    double x[3] = {0.5, -0.3, 0.8}, v[3] = {1, 2, -1}, g[3], hv[3] = {0};
    __enzyme_fwddiff((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, hv, enzyme_const, 3);
    double h00 = 120 * 0.25 + 40 * 0.3 + 2, h01 = -40 * 0.5, h11 = 20 + 120 * 0.09 - 40 * 0.8 + 2, h12 = 40 * 0.3;
    near("Hv0", hv[0], h00 * 1 + h01 * 2);
    near("Hv1", hv[1], h01 * 1 + h11 * 2 - h12);
    near("Hv2", hv[2], h12 * 2 - 20);
    return wrong;
}
