// even and odd call each other with different formulas.
// rz: double even(double x, int n=9)
// also: n=0
// also: n=1
#include <math.h>

static double odd(double x, int n);

double even(double x, int n)
{
    return n == 0 ? x * x : cos(x) + 0.5 * odd(x * 0.9 + 0.1, n - 1);
}

static double odd(double x, int n)
{
    return n == 0 ? x : x * even(x + 0.2, n - 1);
}
