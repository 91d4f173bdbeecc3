// The sum goes where an input was that all turns read.
// rz: void f(double x[n*d] inout, double y[n] inout, int d=3, int n=5)
// also: n=1
#include <math.h>
void f(double *x, double *y, int d, int n)
{
    double total = 0, other = 0;
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s *= 1 + 0.3 * sin(x[i * d + j] * x[j]) * y[i];
        total += s * s;
        other += s;
    }
    x[d - 1] = total;
    y[0] = other;
}
