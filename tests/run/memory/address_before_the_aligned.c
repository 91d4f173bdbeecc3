// Aligned blocks that keep the address to free before their beginning.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>

static void *aligned(size_t size, size_t align)
{
    char *raw = malloc(size + align + sizeof(void *));
    void **p = (void **)(((uintptr_t)raw + sizeof(void *) + align - 1) & ~(align - 1));
    p[-1] = raw;
    return p;
}

static void *raw(void *p)
{
    return ((void **)p)[-1];
}

double f(const double *x, int n)
{
    double *a = aligned(sizeof(double) * (size_t)n, 64);
    double *b = aligned(sizeof(double) * (size_t)n, 32);
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        b[i] = x[i] * a[n - 1 - i];
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * b[i];
    char *block = raw(a);
    sum += *(double *)(block + ((char *)a - block));
    free(raw(a));
    free(raw(b));
    return sum;
}
