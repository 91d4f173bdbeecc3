// A numerical integrator takes a function pointer and an opaque context.
// rz: double integrate_two(double a, double b, int n=8)
// also: n=2
#include <math.h>

typedef double (*integrand)(double, const void *);

__attribute__((noinline)) static double simpson(integrand f, const void *context, int n)
{
    double h = 1.0 / n, s = f(0.0, context) + f(1.0, context);
    for (int i = 1; i < n; i++)
        s += (i % 2 ? 4.0 : 2.0) * f(i * h, context);
    return s * h / 3.0;
}

static double wave(double t, const void *context)
{
    const double *p = context;
    return sin(p[0] * t) + p[1] * t;
}

static double decay(double t, const void *context)
{
    return exp(-*(const double *)context * t * t);
}

double integrate_two(double a, double b, int n)
{
    double both[2] = {a, b};
    return simpson(wave, both, n) * simpson(decay, &b, n);
}
