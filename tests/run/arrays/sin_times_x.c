// The canonical vectorisable loop, y[i] = sin(x[i])*x[i], at a length that leaves a remainder.
// rz: void kernel(double y[n] out, const double x[n] in -2..2, int n=37)
// also: n=0
// also: n=1
// also: n=8
// truth: x = w_y*(cos(x)*x + sin(x))
#include <math.h>

void kernel(double *restrict y, const double *restrict x, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = sin(x[i]) * x[i];
}
