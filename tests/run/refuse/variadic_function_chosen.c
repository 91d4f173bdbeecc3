// A variadic function that takes numbers is called by its address.
// rz: double f(double x, double y, int n=1)
#include <stdarg.h>

static double sum(int n, ...)
{
    va_list list;
    double s = 0.0;
    va_start(list, n);
    while (n-- > 0)
        s += va_arg(list, double);
    va_end(list);
    return s;
}

static double product(int n, ...)
{
    va_list list;
    double s = 1.0;
    va_start(list, n);
    while (n-- > 0)
        s *= va_arg(list, double);
    va_end(list);
    return s;
}

double f(double x, double y, int n)
{
    double (*const table[2])(int, ...) = {sum, product};
    return table[n & 1](2, x * y, y) * x;  // error: NoDerivative RZ204
}
