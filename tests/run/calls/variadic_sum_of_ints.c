// A variadic function of the program's own takes integers; its result scales active data.
// rz: double scaled(const double x[n] in, int n=4)
// also: n=0
#include <stdarg.h>

static int total(int count, ...)
{
    va_list list;
    int s = 0;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        s += va_arg(list, int);
    va_end(list);
    return s;
}

double scaled(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += total(3, i, 2, i * i) * x[i] * x[i];
    return s;
}
