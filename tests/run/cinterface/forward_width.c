// enzyme_width 3 in forward mode: three tangents at once, a struct of three.
#include "near.h"

struct three {
    double t[3];
};
extern int enzyme_width, enzyme_dup, enzyme_const;
struct three __enzyme_fwddiff(void *, ...);

static double f(double x, double y)
{
    return x * y + sin(x);
}

static double g(const double *x, int n)
{
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s *= x[i];
    return s;
}

int main(void)
{
    double x = 0.4, y = 1.7;
    struct three r = __enzyme_fwddiff((void *)f, enzyme_width, 3, enzyme_dup, x, 1.0, 0.0, 2.0, enzyme_dup, y, 0.0, 1.0, -1.0);
    near("lane 0", r.t[0], y + cos(x));
    near("lane 1", r.t[1], x);
    near("lane 2", r.t[2], 2 * (y + cos(x)) - x);
    double v[3] = {2, 3, 5}, a[3] = {1, 0, 0}, b[3] = {0, 1, 0}, c[3] = {0, 0, 1};
    r = __enzyme_fwddiff((void *)g, enzyme_width, 3, enzyme_dup, v, a, b, c, enzyme_const, 3);
    near("g 0", r.t[0], 15);
    near("g 1", r.t[1], 10);
    near("g 2", r.t[2], 6);
    return wrong;
}
