// The last result comes first.
// rz: void f(const double x[n*d] in, double y[2*n] inout, int d=3, int n=5)
// also: n=1
#include <math.h>
void f(const double *restrict x, double *restrict y, int d, int n)
{
    for (int i = n - 1; i >= 0; i--) {
        double s = y[2 * i + 1];
        for (int j = 0; j < d; j++)
            s += cos(x[i * d + j]) * s;
        y[2 * i] = s;
    }
}
