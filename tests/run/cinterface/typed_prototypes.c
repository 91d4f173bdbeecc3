// Derivative calls through exact prototypes instead of variadic ones, under suffixed names.
#include <stddef.h>
#include "near.h"

static double f(const double *x, size_t n, double p)
{
    double s = 0.0;
    for (size_t i = 0; i < n; i++)
        s += pow(x[i], p);
    return s;
}

double __enzyme_autodiff_f(double (*)(const double *, size_t, double), int, const double *, double *, int, size_t, int, double);
extern int enzyme_dup, enzyme_const, enzyme_out;

int main(void)
{
    double x[3] = {0.5, 1.5, 2.5}, dx[3] = {0}, dp = 0.0, expected = 0.0;
    dp = __enzyme_autodiff_f(f, enzyme_dup, x, dx, enzyme_const, 3, enzyme_out, 2.5);
    for (int i = 0; i < 3; i++) {
        near("dx", dx[i], 2.5 * pow(x[i], 1.5));
        expected += pow(x[i], 2.5) * log(x[i]);
    }
    near("dp", dp, expected);
    return wrong;
}
