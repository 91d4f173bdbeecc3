// A function with variadic arguments reads a number over an active one.
// rz: double f(const double x[4] in, int n=4)
#include <stdarg.h>
#include <stdio.h>
static int scan(const char *text, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    int got = vsscanf(text, format, list);
    va_end(list);
    return got;
}
double f(const double *x, int n)
{
    double s = 1;
    for (int i = 0; i < n; i++) {
        double v = x[i] * s;
        s += v * v;
        scan(i % 2 ? "2.5" : "3.5", "%lf", &v);  // error: NoDerivative RZ204
        s *= v * x[i] * 0.3;
    }
    return s;
}
