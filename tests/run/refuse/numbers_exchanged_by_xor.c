// Numbers are exchanged by exclusive or, without a third place, as integers of a type of their own.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>

__attribute__((noinline)) static void exchange(uint64_t *one, uint64_t *other)
{
    *one ^= *other, *other ^= *one, *one ^= *other;  // error: NoDerivative RZ203
}

double f(const double *x, int n)
{
    double squares[6], sum = 0;
    for (int i = 0; i < n; i++)
        squares[i] = x[i] * x[i];
    for (int i = 0; i + 1 < n; i += 2)
        exchange((uint64_t *)&squares[i], (uint64_t *)&squares[i + 1]);
    for (int i = 0; i < n; i++)
        sum += (i + 1) * squares[i];
    return sum;
}
