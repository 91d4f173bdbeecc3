// What the turns read is overwritten behind the loop.
// rz: double f(double x[n*d] inout, int d=3, int n=4)
// also: n=1
#include <math.h>
double f(double *x, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j]) * x[i * d + d - 1 - j];
        total += s * s;
    }
    for (int j = 0; j < n * d; j += 2)
        x[j] = x[j] * x[j];
    return total;
}
