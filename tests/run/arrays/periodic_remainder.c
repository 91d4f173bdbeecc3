// Neighbours on a ring by the remainder, with unsigned indices.
// rz: void ring(const double x[n] in, double y[n] out, size_t n=21)
// also: n=1
// also: n=2
#include <stddef.h>
void ring(const double *restrict x, double *restrict y, size_t n)
{
    for (size_t j = 0; j < n; j++)
        y[j] = x[(j + 1) % n] * x[j] - x[(j + n - 1) % n] * 0.5 * x[j];
}
