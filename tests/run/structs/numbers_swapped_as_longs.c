// Numbers swapped as words of type long, as generic sorts do.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>

typedef double item;

__attribute__((noinline)) static void swap(void *a, void *b, size_t size)
{
    long *p = a, *q = b;
    for (size_t left = size / sizeof *p; left > 0; left--) {
        long kept = *p;
        *p++ = *q;
        *q++ = kept;
    }
}

double f(const double *x, int n)
{
    item v[16];
    double squares[16];
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i] + i;
        v[i] = 2 * squares[i * 5 % (i + 1)] - i;
    }
    for (int i = 0; i < n; i++)
        for (int j = 0; j + 1 < n - i; j++)
            if (v[j] < v[j + 1])
                swap(&v[j], &v[j + 1], sizeof v[0]);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * v[i] * x[0];
    return sum;
}
