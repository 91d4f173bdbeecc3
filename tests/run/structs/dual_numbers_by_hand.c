// Forward-mode dual numbers written as C structs: differentiated code that differentiates.
// rz: double derivative(double x, double y)
#include <math.h>

struct dual {
    double v, d;
};

static struct dual mul(struct dual a, struct dual b)
{
    return (struct dual){a.v * b.v, a.d * b.v + a.v * b.d};
}

static struct dual sine(struct dual a)
{
    return (struct dual){sin(a.v), cos(a.v) * a.d};
}

static struct dual add(struct dual a, struct dual b)
{
    return (struct dual){a.v + b.v, a.d + b.d};
}

double derivative(double x, double y)
{
    struct dual a = {x, 1.0}, b = {y, 0.0};
    struct dual r = add(mul(sine(mul(a, b)), a), mul(b, b));
    return r.d * r.v;
}
