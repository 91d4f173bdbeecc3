// A release that is told the pool and the size besides the block, which lies in the middle.
#include <stddef.h>
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

struct pool { int live; size_t bytes; };
static struct pool pool;
static int mistakes;

__attribute__((noinline)) static void *pool_take(struct pool *from, size_t bytes)
{
    from->live++;
    from->bytes += bytes;
    return malloc(bytes);
}

__attribute__((noinline)) static void pool_drop(struct pool *from, void *block, size_t bytes)
{
    mistakes += from != &pool;
    pool.live--;
    pool.bytes -= bytes;
    free(block);
}

void *__enzyme_allocation_like_pool[4] = {(void *)pool_take, (void *)1, (void *)"0,-1,1", (void *)pool_drop};

static double f(const double *x, int n)
{
    double s = 0.0;
    for (int k = 1; k < n; k++) {
        double *t = pool_take(&pool, sizeof(double) * (size_t)k);
        for (int i = 0; i < k; i++)
            t[i] = x[i] * x[k];
        for (int i = 0; i < k; i++)
            s += t[i] * t[i];
        pool_drop(&pool, t, sizeof(double) * (size_t)k);
    }
    return s;
}

int main(void)
{
    double x[3] = {1, 2, 3}, dx[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    near("dx0", dx[0], 2 * 1 * (4 + 9));
    near("dx1", dx[1], 2 * 2 * (1 + 9));
    near("dx2", dx[2], 2 * 3 * (1 + 4));
    near("all released", pool.live, 0);
    near("all bytes", (double)pool.bytes, 0);
    near("the pool it came from", mistakes, 0);
    return wrong;
}
