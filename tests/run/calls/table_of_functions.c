// A constant table of function pointers indexed by data.
// rz: double dispatch(const double x[n] in, const int op[n] below 5, int n=10)
// also: n=0
#include <math.h>

static double square(double v) { return v * v; }
static double invert(double v) { return 1.0 / (1.0 + v); }
static double swish(double v) { return v / (1.0 + exp(-v)); }

static double (*const table[])(double) = {square, invert, swish, sin, sqrt};

double dispatch(const double *x, const int *op, int n)
{
    double s = 0.3;
    for (int i = 0; i < n; i++)
        s = table[op[i]](s * x[i] + 0.1) + 0.1 * x[i];
    return s;
}
