// Variadic arguments are read, and the same list is handed to the library.
// rz: double f(double x, double y)
#include <stdarg.h>
#include <stdio.h>

__attribute__((noinline)) static double sum(const char *what, int n, ...)
{
    char line[80];
    va_list list, again;
    double s = 0.0;
    va_start(list, n);
    va_copy(again, list);
    vsnprintf(line, sizeof line, what, again);
    for (int i = 0; i < n; i++)
        s += va_arg(list, double);
    va_end(list);
    va_end(again);
    return line[0] == '#' ? -s : s;
}

double f(double x, double y)
{
    return sum("%g %g", 2, x * y, y) * x;
}
