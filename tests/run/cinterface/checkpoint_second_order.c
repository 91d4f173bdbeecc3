// A marked loop in second order: the gradient of a tangent. The mark holds in the tangent, too.
#include "near.h"

void rz_checkpoint(int snapshots);
int enzyme_const, enzyme_dup, enzyme_out;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double f(double x, double k, int n)
{
    for (int i = 0; i < n; i++) {
        rz_checkpoint(3);
        x = x * (1 + 0.01 * k * sin(x));
    }
    return x;
}

static double along(double x, double k, int n)
{
    return __enzyme_fwddiff((void *)f, enzyme_dup, x, 1.0, enzyme_const, k, n);
}

int main(void)
{
    double x = 0.7, k = 1.3, h = 1e-4;
    double slope = (f(x + h, k, 40) - f(x - h, k, 40)) / (2 * h);
    near_within("slope", along(x, k, 40), slope, 1e-7);
    double curve = (f(x + h, k, 40) - 2 * f(x, k, 40) + f(x - h, k, 40)) / (h * h);
    near_within("curve", __enzyme_autodiff((void *)along, enzyme_out, x, enzyme_const, k, 40), curve, 1e-6);
    return wrong;
}
