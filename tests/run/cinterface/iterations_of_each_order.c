// __enzyme_iter(n, k) is n + k for each order of differentiation around it, in both modes.
#include "near.h"

extern int enzyme_const, enzyme_dup, enzyme_out;
int __enzyme_iter(int, int);
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double powers(double x, int n, int k)
{
    double r = 0;
    for (int i = 0; i <= __enzyme_iter(n, k); i++) r += pow(x, i);
    return r;
}
static double first(double x, int n, int k)
{
    return __enzyme_autodiff((void *)powers, enzyme_out, x, enzyme_const, n, enzyme_const, k);
}
static double second(double x, int n, int k)
{
    return __enzyme_autodiff((void *)first, enzyme_out, x, enzyme_const, n, enzyme_const, k);
}
static double third(double x, int n, int k)
{
    return __enzyme_autodiff((void *)second, enzyme_out, x, enzyme_const, n, enzyme_const, k);
}
static double forward(double x, int n, int k)
{
    return __enzyme_fwddiff((void *)powers, enzyme_dup, x, 1.0, enzyme_const, n, enzyme_const, k);
}
static double forward_again(double x, int n, int k)
{
    return __enzyme_fwddiff((void *)forward, enzyme_dup, x, 1.0, enzyme_const, n, enzyme_const, k);
}
static double forward_over(double x, int n, int k)
{
    return __enzyme_fwddiff((void *)first, enzyme_dup, x, 1.0, enzyme_const, n, enzyme_const, k);
}

// Values that the reverse sweep needs, in memory whose size the iterations decide.
static double logistic(double x, int n, int k)
{
    double v[16] = {x};
    int m = __enzyme_iter(n, k);
    for (int i = 0; i < m; i++) v[i + 1] = v[i] * (1.5 - v[i]);
    return v[m];
}
static double logistic_slope(double x, int m)
{
    double slope = 1;
    for (int i = 0; i < m; i++) slope *= 1.5 - 2 * x, x = x * (1.5 - x);
    return slope;
}

static double derivative(double x, int upto, int order)
{
    double sum = 0;
    for (int i = order; i <= upto; i++) {
        double term = pow(x, i - order);
        for (int j = 0; j < order; j++) term *= i - j;
        sum += term;
    }
    return sum;
}

int main(void)
{
    for (int k = 0; k < 3; k++) {
        double x = 0.5;
        near("value", powers(x, 5, k), derivative(x, 5, 0));
        near("first", first(x, 5, k), derivative(x, 5 + k, 1));
        near("second", second(x, 5, k), derivative(x, 5 + 2 * k, 2));
        near("third", third(x, 5, k), derivative(x, 5 + 3 * k, 3));
        near("forward", forward(x, 5, k), derivative(x, 5 + k, 1));
        near("forward, second", forward_again(x, 5, k), derivative(x, 5 + 2 * k, 2));
        near("forward over reverse", forward_over(x, 5, k), derivative(x, 5 + 2 * k, 2));
        near("logistic", __enzyme_autodiff((void *)logistic, enzyme_out, x, enzyme_const, 4, enzyme_const, k), logistic_slope(x, 4 + k));
    }
    return wrong;
}
