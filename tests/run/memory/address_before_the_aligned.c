// Aligned blocks that keep the address to free before their beginning.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>
static void *mine(size_t size, size_t align)
{
    char *raw = malloc(size + align + sizeof(void *));
    void **p = (void **)(((uintptr_t)raw + sizeof(void *) + align - 1) & ~(align - 1));
    p[-1] = raw;
    return p;
}
static void done(void *p) { free(((void **)p)[-1]); }
double f(const double *x, int n)
{
    double *a = mine(sizeof(double) * n, 64), *b = mine(sizeof(double) * n, 32);
    for (int i = 0; i < n; i++) a[i] = x[i] * x[i];
    for (int i = 0; i < n; i++) b[i] = x[i] * a[n - 1 - i];
    double s = 0;
    for (int i = 0; i < n; i++) s += a[i] * b[i];
    char *raw = ((void **)a)[-1];
    s += *(double *)(raw + ((char *)a - raw));
    done(a); done(b);
    return s;
}
