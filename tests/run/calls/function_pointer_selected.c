// A pointer to one of two functions chosen by a run-time flag, called in a loop.
// rz: double pick(const double x[n] in, int n=6, int mode=1)
// also: mode=0
// also: n=0
#include <math.h>

__attribute__((noinline)) static double soft(double v, double *state)
{
    *state += v;
    return log1p(exp(v)) * *state;
}

__attribute__((noinline)) static double hard(double v, double *state)
{
    *state *= 0.9;
    return v > 0 ? v * *state : 0.0;
}

double pick(const double *x, int n, int mode)
{
    double (*f)(double, double *) = mode ? soft : hard;
    double state = 1.0, s = 0.0;
    for (int i = 0; i < n; i++)
        s += f(x[i] - 0.5 * s, &state);
    return s;
}
