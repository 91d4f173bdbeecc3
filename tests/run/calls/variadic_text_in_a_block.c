// A text is measured with a copy of the list, then printed into a block of its size.
// rz: double f(double x, double y, int n=5)
// also: n=0
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *text_of(const char *format, ...)
{
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = malloc((size_t)length + 1);
    vsprintf(text, format, list);
    va_end(list);
    return text;
}

double f(double x, double y, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
    {
        x = x * y + i;
        char *text = text_of("%s %d %.2f %g %g %g %g %g %g %g %g", "x", i, x, x, y, x, y, x, y, x, y);
        if (strncmp(text, "x ", 2) == 0)
            sum += x * x;
        free(text);
    }
    return sum;
}
