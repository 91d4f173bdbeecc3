// Numbers swapped as words of type long, as generic sorts do.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>
#include <stdlib.h>
typedef double item;
__attribute__((noinline)) static void swapped(void *a, void *b, size_t size)
{
    long *p = a, *q = b;
    size_t n = size / sizeof *p;
    do {
        long t = *p;
        *p++ = *q;
        *q++ = t;
    } while (--n > 0);
}
double f(const double *x, int n)
{
    item v[16]; double cells[16];
    for (int i = 0; i < n; i++) { cells[i] = x[i] * x[i] + i; v[i] = x[i] * 2; }
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (v[j] > v[j + 1])
                swapped(&v[j], &v[j + 1], sizeof v[0]);
    double s = 0;
    for (int i = 0; i < n; i++) s += (i + 1) * (v[i] * x[0]);
    return s;
}
