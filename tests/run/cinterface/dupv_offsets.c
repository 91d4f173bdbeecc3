// enzyme_dupv: the lanes' shadows lie at a byte offset from one base.
#include "near.h"

struct two {
    double a, b;
};
extern int enzyme_width, enzyme_dupv, enzyme_const;
struct two __enzyme_fwddiff(void *, ...);

static double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * (i + 1);
    return s;
}

int main(void)
{
    double x[3] = {1, 2, 3}, t[2][3] = {{1, 0, 0}, {0, 1, 1}};
    struct two r = __enzyme_fwddiff((void *)f, enzyme_width, 2, enzyme_dupv, sizeof t[0], x, t, enzyme_const, 3);
    near("lane 0", r.a, 2.0);
    near("lane 1", r.b, 2 * 2 * 2.0 + 3 * 2 * 3.0);
    return wrong;
}
