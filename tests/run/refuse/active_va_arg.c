// Active values pass through va_arg.
// rz: double f(double x, double y)
#include <stdarg.h>

__attribute__((noinline)) static double sum(int n, ...)
{
    va_list list;
    double s = 0.0;
    va_start(list, n);
    for (int i = 0; i < n; i++)
        s += va_arg(list, double);
    va_end(list);
    return s;
}

double f(double x, double y)
{
    return sum(2, x * y, y) * x;  // error: NoDerivative RZ204
}
