// A running maximum goes from turn to turn beside the sum.
// rz: double f(const double x[n*d] in, int d=4, int n=5)
// also: n=1
#include <math.h>
double f(const double *x, int d, int n)
{
    double total = 0, most = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j] * x[i * d + d - 1 - j]) * (j + 1);
        total += s * s;
        if (s > most)
            most = s;
    }
    return total + most * most;
}
