// A generic sort exchanges addresses in words of half their size.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>

__attribute__((noinline)) static void swap(void *a, void *b, size_t size)
{
    int *p = a, *q = b;
    for (size_t i = 0; i < size / sizeof *p; i++) {
        int kept = p[i];
        p[i] = q[i];
        q[i] = kept;
    }
}

double f(const double *x, int n)
{
    double squares[16], *v[16];
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        v[i] = &squares[i * 5 % n];
    }
    for (int i = 0; i + 1 < n; i++)
        if (*v[i] > *v[i + 1])  // error: ActivityError RZ405
            swap(&v[i], &v[i + 1], sizeof v[0]);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * *v[i];
    return sum;
}
