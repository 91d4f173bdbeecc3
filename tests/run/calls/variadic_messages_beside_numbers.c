// A message with active numbers' neighbours, through a function with variadic arguments and vsnprintf.
// rz: double f(const double x[4] in, int n=4)
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
struct R { double v; char name[16]; int k; };
static char note[128];
static void say(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(note, sizeof note, format, list);
    va_end(list);
}
double f(const double *x, int n)
{
    double s = 1;
    struct R r = {0, "abc", 3};
    for (int i = 0; i < n; i++) {
        r.v = x[i] * s;
        s += r.v * r.v;
        snprintf(r.name, 16, "item%d", i * i);
        say("%s %d", r.name, r.k);
        s *= x[i] * 0.3 * strlen(note);
    }
    return s;
}
