// A custom allocator and its release, declared as such.
#include <stddef.h>
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
static int live;

__attribute__((noinline)) static void *pool_take(int tag, size_t bytes)
{
    (void)tag;
    live++;
    return malloc(bytes);
}

__attribute__((noinline)) static void pool_drop(void *block)
{
    live--;
    free(block);
}

void *__enzyme_allocation_like_pool[4] = {(void *)pool_take, (void *)1, (void *)"-1", (void *)pool_drop};

static double f(const double *x, int n)
{
    double *t = pool_take(7, sizeof(double) * (size_t)n), s = 0.0;
    for (int i = 0; i < n; i++)
        t[i] = x[i] * x[i];
    for (int i = 0; i < n; i++)
        s += t[i] * t[n - 1 - i];
    pool_drop(t);
    return s;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    near("dx0", dx[0], 4 * 1 * 9);
    near("dx1", dx[1], 4 * 8);
    near("dx2", dx[2], 4 * 3 * 1);
    near("all released", live, 0);
    return wrong;
}
