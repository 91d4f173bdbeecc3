// Addresses are kept in two tables, one of their upper halves, one of their lower ones.
// rz: double f(const double x[n] in 0.5..1.5, int n=8)
#include <stdint.h>

static uint32_t low[4], high[4];

__attribute__((noinline)) static void keep(const double *row, int at)
{
    uintptr_t word = (uintptr_t)row;
    low[at] = (uint32_t)word, high[at] = (uint32_t)(word >> 32);
}

__attribute__((noinline)) static const double *kept(int at)
{
    return (const double *)((uintptr_t)high[at] << 32 | low[at]);
}

double f(const double *x, int n)
{
    double squares[8];
    for (int i = 0; i < 8; i++)
        squares[i] = x[i % n] * x[i % n];
    keep(squares, n % 4);
    const double *row = kept(n % 4);
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * row[i];  // error: ActivityError RZ405
    return sum;
}
