// Two recursive calls whose results are multiplied.
// rz: double fib(double x, double y, int n=7)
// also: n=0
// also: n=1
#include <math.h>

double fib(double x, double y, int n)
{
    if (n < 2)
        return n ? x : y;
    double a = fib(x, y * 0.9, n - 1), b = fib(x * 1.1, y, n - 2);
    return sin(a) * 0.8 + a * b * 0.3;
}
