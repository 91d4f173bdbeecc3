// The bits of numbers are hashed by exclusive or and products; only the number of hits is used.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>

__attribute__((noinline)) static uint64_t hashed(const uint64_t *bits, int n)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < n; i++) {
        hash ^= bits[i];
        hash *= 1099511628211u;
    }
    return hash;
}

__attribute__((noinline)) static uint64_t summed(const uint64_t *bits, int n)
{
    uint64_t all = 0;
    for (int i = 0; i < n; i++)
        all ^= bits[i];
    return all;
}

double f(const double *x, int n)
{
    double squares[6], sum = 0;
    for (int i = 0; i < n; i++)
        squares[i] = x[i] * x[i];
    uint64_t one = hashed((const uint64_t *)squares, n), other = summed((const uint64_t *)squares, n);
    for (int i = 0; i < n; i++)
        sum += (one == other ? 2.0 : 1.0) * squares[i] * (i + 1);
    return sum;
}
