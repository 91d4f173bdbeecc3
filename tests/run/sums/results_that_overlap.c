// Each turn stores what the next one stores again.
// rz: void f(const double x[n*d] in, double y[n+1] inout, int d=3, int n=5)
// needs: zero
// also: n=1
#include <math.h>
void f(const double *restrict x, double *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j]) * x[i * d];
        y[i] = s;
        y[i + 1] = s * s;
    }
}
