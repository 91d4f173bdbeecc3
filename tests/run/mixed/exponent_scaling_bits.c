// Known bit patterns: the sign flipped by xor, a power of two added to the exponent field.
// rz: double f(const double x[n] in, int n=5)
// also: n=0
// truth: x = -6*x*4
#include <stdint.h>
#include <string.h>

static double negated(double v)
{
    uint64_t u;
    memcpy(&u, &v, sizeof u);
    u ^= 0x8000000000000000ULL;
    memcpy(&v, &u, sizeof v);
    return v;
}

static double times_four(double v)
{
    uint64_t u;
    memcpy(&u, &v, sizeof u);
    u += (uint64_t)2 << 52;
    memcpy(&v, &u, sizeof v);
    return v;
}

double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += 3.0 * negated(times_four(x[i]) * x[i]);
    return s;
}
