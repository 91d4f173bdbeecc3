// The two halves of an address are arguments of a function that joins them.
// rz: double f(const double x[n] in 0.5..1.5, int n=8)
#include <stdint.h>

__attribute__((noinline)) static double *joined(uint32_t low, uint32_t high)
{
    return (double *)((uintptr_t)high << 32 | low);
}

double f(const double *x, int n)
{
    double squares[8];
    for (int i = 0; i < 8; i++)
        squares[i] = x[i % n] * x[i % n];
    uintptr_t word = (uintptr_t)squares;
    double *same = joined((uint32_t)word, (uint32_t)(word >> 32));
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * same[i];  // error: ActivityError RZ405
    return sum;
}
