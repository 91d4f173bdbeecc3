// Which of several pools a cell lies in is found by its distance from the beginning of each.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stddef.h>
#include <stdlib.h>

enum { POOLS = 3, CELLS = 4 };

struct pool {
    char *base;
    double sums[CELLS];
};

static int pool_of(struct pool *pools, const double *cell, size_t *at)
{
    for (int i = 0; i < POOLS; i++) {
        size_t distance = (size_t)((const char *)cell - pools[i].base);
        if (distance < CELLS * sizeof(double)) {
            *at = distance / sizeof(double);
            return i;
        }
    }
    return 0;
}

double f(const double *x, int n)
{
    struct pool pools[POOLS] = {{0}};
    double *cells[POOLS * CELLS], sum = 0;
    for (int i = 0; i < POOLS; i++)
        pools[i].base = malloc(CELLS * sizeof(double));
    for (int i = 0; i < n; i++) {
        cells[i] = (double *)pools[i % POOLS].base + i / POOLS;
        *cells[i] = x[i] * x[i];
    }
    for (int i = 0; i < n; i++) {
        size_t at = 0;
        int in = pool_of(pools, cells[i], &at);
        pools[in].sums[at] += *cells[i] * x[0];
    }
    for (int i = 0; i < POOLS; i++)
        for (int j = 0; j < CELLS; j++)
            sum += (i + j + 1) * pools[i].sums[j];
    for (int i = 0; i < POOLS; i++)
        free(pools[i].base);
    return sum;
}
