// The plainest call: an unmarked double by value, its derivative returned.
#include "near.h"

double __enzyme_autodiff(void *, ...);

static double f(double x)
{
    return x * x * sin(x);
}

int main(void)
{
    for (double x = -2.0; x < 2.0; x += 0.37)
        near("f'", __enzyme_autodiff((void *)f, x), 2 * x * sin(x) + x * x * cos(x));
    return wrong;
}
