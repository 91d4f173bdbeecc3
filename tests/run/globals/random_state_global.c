// A fixed linear congruential generator in a global; its numbers weigh active values.
// rz: double sampled(const double x[n] in, int n=7)
// also: n=0
#include <stdint.h>

static uint64_t seed;

static double uniform(void)
{
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    return (double)(seed >> 11) * 0x1p-53;
}

double sampled(const double *x, int n)
{
    double s = 0.0;
    seed = 42;
    for (int i = 0; i < n; i++)
        s += uniform() * x[i] * x[i] + (uniform() < 0.5 ? s * 0.1 : x[i]);
    return s;
}
