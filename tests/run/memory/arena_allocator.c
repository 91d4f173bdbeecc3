// A bump allocator of the program's own over one static-sized block, reset each round.
// rz: double arena(const double x[n] in, int n=6, int rounds=3)
// also: rounds=1
#include <stddef.h>
#include <stdlib.h>

struct arena {
    char *base;
    size_t used, room;
};

static void *take(struct arena *a, size_t bytes)
{
    size_t at = (a->used + 15) & ~(size_t)15;
    if (at + bytes > a->room)
        return NULL;
    a->used = at + bytes;
    return a->base + at;
}

double arena(const double *x, int n, int rounds)
{
    struct arena a = {malloc(2048), 0, 2048};
    double s = 0.1;
    for (int r = 0; r < rounds; r++) {
        a.used = 0;
        double *p = take(&a, sizeof(double) * (size_t)n);
        double *q = take(&a, sizeof(double) * (size_t)n);
        for (int i = 0; i < n; i++) {
            p[i] = x[i] * s;
            q[n - 1 - i] = p[i] * p[i];
        }
        for (int i = 0; i < n; i++)
            s += 0.1 * p[i] * q[i];
    }
    free(a.base);
    return s;
}
