// Four levels of calls; each keeps a local that is needed after its callee changed the argument.
// rz: double chain(double x[4] inout)
#include <math.h>

__attribute__((noinline)) static void fourth(double *v)
{
    v[0] = sin(v[1]) * v[2];
}

__attribute__((noinline)) static double third(double *v)
{
    double keep = v[0] * v[1];
    fourth(v);
    v[1] += v[0] * keep;
    return keep;
}

__attribute__((noinline)) static double second(double *v)
{
    double keep = v[2] / v[1];
    double below = third(v);
    v[2] = below * v[0];
    return keep * below;
}

__attribute__((noinline)) static double first(double *v)
{
    double keep = v[3];
    v[3] = second(v) + keep * keep;
    return keep * v[3];
}

double chain(double *x)
{
    return first(x) + first(x) * x[0];
}
