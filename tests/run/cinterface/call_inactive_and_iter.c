// __enzyme_call_inactive hides a call; __enzyme_iter adds iterations under differentiation.
#include "near.h"

double __enzyme_autodiff(void *, ...);
double __enzyme_call_inactive(void *, ...);
long __enzyme_iter(long, long);

__attribute__((noinline)) static double guess(double a)
{
    return 0.5 * (1.0 + a);
}

static double root(double a)
{
    double x = __enzyme_call_inactive((void *)guess, a);
    for (long i = 0; i < __enzyme_iter(5, 3); i++)
        x = 0.5 * (x + a / x);
    return x;
}

int main(void)
{
    near("value", root(2.0), sqrt(2.0));
    near("derivative", __enzyme_autodiff((void *)root, 2.0), 0.5 / sqrt(2.0));
    return wrong;
}
