// Derivatives of several by-value arguments come back in a struct.
#include "near.h"

struct pair {
    double a, b;
};
struct triple {
    double a, b, c;
};
extern int enzyme_out, enzyme_const;
struct pair __enzyme_autodiff_pair(void *, ...);
struct triple __enzyme_autodiff_triple(void *, ...);

static double f(double x, int n, double y, double z)
{
    return pow(x, n) * y + z * z * x;
}

int main(void)
{
    double x = 1.3, y = -0.7, z = 2.1;
    struct triple t = __enzyme_autodiff_triple((void *)f, x, 3, y, z);
    near("x", t.a, 3 * x * x * y + z * z);
    near("y", t.b, x * x * x);
    near("z", t.c, 2 * z * x);
    struct pair p = __enzyme_autodiff_pair((void *)f, enzyme_out, x, enzyme_const, 3, enzyme_const, y, enzyme_out, z);
    near("x again", p.a, 3 * x * x * y + z * z);
    near("z again", p.b, 2 * z * x);
    return wrong;
}
