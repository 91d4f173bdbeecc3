// The adjoint of the sum is known behind the loop only.
// rz: double f(const double x[n*d] in, int d=3, int n=5)
// also: n=1
#include <math.h>
double f(const double *x, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j]) * x[i * d + d - 1 - j];
        total += s * s + 0.1;
    }
    return sqrt(total) + total;
}
