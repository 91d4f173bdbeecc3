// What a function with variadic arguments prints into a text is read as numbers later.
// rz: double f(double x, double y)
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static char text[200];

static void note(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(text, sizeof text, format, list);
    va_end(list);
}

double f(double x, double y)
{
    note("%.17g", x * y);
    return strtod(text, NULL) * x;  // error: ActivityError RZ405
}
