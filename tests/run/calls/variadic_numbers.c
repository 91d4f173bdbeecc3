// Numbers are variadic arguments: in a loop, of a recursion, in a list that is handed on, or copied,
// or a member of a struct.
// rz: double f(const double x[n] in, int n=6)
// also: n=0
// also: n=1
#include <stdarg.h>
#include <stdlib.h>

typedef struct {
    va_list list;
    int used;
} reader;

static double next(reader *r)
{
    r->used++;
    return va_arg(r->list, double);
}

static double horner(double at, int n, ...)
{
    reader r = {.used = 0};
    double s = 0;
    va_start(r.list, n);
    while (r.used < n)
        s = s * at + next(&r);
    va_end(r.list);
    return s;
}

static double above_mean(int n, va_list list)
{
    va_list again;
    double mean = 0, s = 0;
    va_copy(again, list);
    for (int i = 0; i < n; i++)
        mean += va_arg(list, double) / n;
    for (int i = 0; i < n; i++) {
        double v = va_arg(again, double) - mean;
        s += v * v;
    }
    va_end(again);
    return s;
}

double variance(int n, ...) /* others may call it, too */
{
    va_list list;
    va_start(list, n);
    double v = above_mean(n, list);
    va_end(list);
    return v / n;
}

static double down(int n, double x, ...)
{
    va_list list;
    va_start(list, x);
    double a = va_arg(list, double), b = va_arg(list, double);
    va_end(list);
    return n > 0 ? a * down(n - 1, x, b, a * x) + b : a - b;
}

static double *products(int n, ...)
{
    double *p = malloc(n * sizeof *p);
    va_list list;
    va_start(list, n);
    for (int i = 0; i < n; i++) {
        const double *v = va_arg(list, const double *);
        p[i] = *v * va_arg(list, double);
    }
    va_end(list);
    return p;
}

double f(const double *x, int n)
{
    double s = 0, y = 0.7;
    for (int i = 0; i < n; i++) {
        s += horner(x[i], 3, y, s * 0.1, x[n - 1]) + variance(4, x[i], y * 2, x[0], s * 0.2);
        double *p = products(2, &y, x[i], &x[0], s);
        y = p[0] + p[1] * 0.1;
        free(p);
    }
    return n > 1 ? s + down(n, x[1] * 0.5, x[0], y) : s;
}
