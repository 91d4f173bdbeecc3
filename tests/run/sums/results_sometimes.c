// Some turns store no result: what the caller had there keeps its derivative.
// rz: void f(const double x[n*d] in, double y[n] inout, int d=3, int n=6)
// also: n=1
#include <math.h>
void f(const double *restrict x, double *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j]) * x[i * d];
        if (i % 3 != 1)
            y[i] = s;
    }
}
