// Forward mode through memory: tangents are read and written in the shadows.
#include "near.h"

extern int enzyme_dup, enzyme_const;
double __enzyme_fwddiff(void *, ...);

static double f(double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        x[i] = x[i] * x[i];
        s += sin(x[i]);
    }
    return s;
}

int main(void)
{
    double x[3] = {0.3, 0.5, 0.7}, dx[3] = {1.0, 0.0, -2.0};
    double t = __enzyme_fwddiff((void *)f, enzyme_dup, x, dx, enzyme_const, 3);
    near("result", t, cos(0.09) * 0.6 - cos(0.49) * 2.8);
    near("dx0", dx[0], 0.6);
    near("dx1", dx[1], 0.0);
    near("dx2", dx[2], -2.8);
    near("x2", x[2], 0.49);
    return wrong;
}
