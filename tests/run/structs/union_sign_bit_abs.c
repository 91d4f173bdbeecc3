// The sign bit is cleared through a union: |x| by bit mask.
// rz: double manhattan(const double x[n] in -2..2, int n=7)
// truth: x = sign(x)*2*abs(x)
#include <stdint.h>

static double magnitude(double x)
{
    union {
        double d;
        uint64_t u;
    } bits = {.d = x};
    bits.u &= 0x7fffffffffffffffULL;
    return bits.d;
}

double manhattan(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += magnitude(x[i]) * magnitude(x[i]);
    return s;
}
