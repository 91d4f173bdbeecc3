// An arena that aligns each piece as it is asked to; pieces are found again by their distances.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>

struct arena {
    char *at, *end;
};

static void *take(struct arena *a, size_t size, size_t align)
{
    uintptr_t p = (uintptr_t)a->at;
    if (p % align)
        p += align - p % align;
    a->at = (char *)p + size;
    return (void *)p;
}

double f(const double *x, int n)
{
    char *block = malloc(4096);
    struct arena a = {block + 4, block + 4096};
    double *u = take(&a, sizeof(double) * (size_t)n, 64);
    char *tag = take(&a, 3, 1);
    double *v = take(&a, sizeof(double) * (size_t)n, 32);
    size_t first = (size_t)((char *)u - block), second = (size_t)((char *)v - block);
    tag[0] = 1;
    for (int i = 0; i < n; i++) {
        u[i] = x[i] * x[i];
        v[i] = u[i] * x[0];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += ((double *)(block + first))[i] * ((double *)(block + second))[n - 1 - i];
    free(block);
    return sum;
}
