// A block in a struct whose aligned part one function finds by a mask, another by a distance.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>
#include <stdlib.h>

struct buf {
    char *block;
    size_t far;
};

__attribute__((noinline)) static void make(struct buf *b, int n)
{
    b->block = malloc(sizeof(double) * (size_t)n + 256);
    b->far = (256 - (uintptr_t)b->block % 256) % 256;
}

__attribute__((noinline)) static double *by_mask(struct buf *b)
{
    return (double *)(((uintptr_t)b->block + 255) & -(uintptr_t)256);
}

__attribute__((noinline)) static double *by_distance(struct buf *b)
{
    return (double *)(b->block + b->far);
}

double f(const double *x, int n)
{
    struct buf b;
    make(&b, n);
    for (int i = 0; i < n; i++)
        by_mask(&b)[i] = x[i] * x[i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i + 1) * by_distance(&b)[i];
    free(b.block);
    return s;
}
