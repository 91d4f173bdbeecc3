// A function with variadic arguments reads integers and words over those before.
// rz: double f(const double x[4] in, int n=4)
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
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
    const char *lines[4] = {"3 alpha", "1 be", "4 gamma", "2 d"};
    int k = 1; char word[16] = "";
    double s = 1;
    for (int i = 0; i < n; i++) {
        scan(lines[i], "%d %15s", &k, word);
        s *= k * x[i] * x[i] * strlen(word) * 0.3;
        s += word[0] == 'g' ? x[0] : 2;
    }
    return s;
}
