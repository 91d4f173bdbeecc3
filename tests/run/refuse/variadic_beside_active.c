// A variadic function writes into an active struct and reads integers from its arguments.
// rz: double f(double x)
#include <stdarg.h>
struct acc { double sum; int n; };
__attribute__((noinline)) static void add(struct acc *a, double v, int count, ...)
{
    va_list ap;
    va_start(ap, count);
    for (int i = 0; i < count; i++)
        a->sum += v * v * va_arg(ap, int);
    a->n++;
    va_end(ap);
}
double f(double x)
{
    struct acc a = {0, 0};
    add(&a, x, 2, 3, 4); // error: NoDerivative RZ204
    return a.sum;
}
