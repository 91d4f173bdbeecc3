// Structs, addresses, integers and numbers are variadic arguments, more than there are registers.
// rz: double f(const double x[6] in, int n=3)
// also: n=5
#include <stdarg.h>

struct curve {
    double v[5];
    int n;
};
struct pair {
    double a, b;
};
struct count {
    double a;
    long n;
};

static double total(int scale, ...)
{
    va_list list;
    va_start(list, scale);
    double s = va_arg(list, double);
    s *= va_arg(list, int);
    struct curve c = va_arg(list, struct curve);
    for (int i = 0; i < c.n; i++)
        s += c.v[i] * (i + 1);
    struct pair p = va_arg(list, struct pair);
    s += p.a * p.b;
    struct count m = va_arg(list, struct count);
    s += m.a * m.n;
    const double *row = va_arg(list, const double *);
    s += row[0] * row[1];
    double *out = va_arg(list, double *);
    *out += s * s;
    for (int i = 0; i < 8; i++)
        s += va_arg(list, double) * va_arg(list, int);
    va_end(list);
    return s * scale;
}

static void add(struct pair *to, double v, int count, ...)
{
    va_list list;
    va_start(list, count);
    for (int i = 0; i < count; i++)
        to->a += v * v * va_arg(list, int);
    to->b++;
    va_end(list);
}

double f(const double *x, int n)
{
    struct curve c = {{x[0], x[1] * x[1], x[2], x[3], x[4]}, n};
    struct pair p = {x[0], x[5]};
    double r = 0, squares = 0;
    for (int i = 0; i < n; i++) {
        struct count m = {x[1], i};
        r = r * 0.05
            + total(2, x[i], i + 1, c, p, m, x + 2, &squares, r, 1, x[0], 2, x[1], 3, x[2], 4,
                    x[3], 5, x[4], 6, x[5], 7, x[0] * x[1], 8);
        c.v[i] *= 1.1;
        add(&p, x[i], 2, 3, 4);
    }
    return r + squares * 0.01 + p.a / p.b;
}
