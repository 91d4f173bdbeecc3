// Parts of a static and of a local array, aligned by hand and reached in two ways.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>
#include <stdint.h>

static char room[1024 + 512];

__attribute__((noinline)) static double *above(char *p, uintptr_t to)
{
    return (double *)(((uintptr_t)p + to - 1) & ~(to - 1));
}

__attribute__((noinline)) static size_t distance(char *p, uintptr_t to)
{
    return (to - ((uintptr_t)p & (to - 1))) & (to - 1);
}

double f(const double *x, int n)
{
    char here[600];
    double *a = above(room, 512), *b = above(here, 256);
    for (int i = 0; i < n; i++) {
        a[i] = x[i] * x[i];
        b[i] = x[i] * 3 * a[i];
    }
    double sum = 0;
    double *c = (double *)(room + distance(room, 512));
    double *d = (double *)(here + distance(here, 256));
    for (int i = 0; i < n; i++)
        sum += (i + 1) * c[i] * d[i];
    return sum;
}
