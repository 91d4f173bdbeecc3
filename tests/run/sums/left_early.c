// The loop may be left in the middle of a turn.
// rz: double f(const double x[n*d] in, double most=4, int d=3, int n=7)
// also: n=1
#include <math.h>
double f(const double *x, double most, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += sin(x[i * d + j]) * x[i * d + d - 1 - j];
        if (total > 2 * most)
            break;
        total += s * s;
    }
    return total * most;
}
