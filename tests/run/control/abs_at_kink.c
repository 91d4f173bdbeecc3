// fabs, fmax and fmin away from and at their kinks (documented values).
// rz: double kinks(const double x[n] in {-2, 0, 3, 1}, const double y[n] in {1, 5, 3, -1}, int n=4)
// truth: x = where(x >= 0, 1, -1) + 2*where(x >= y, 1, 0) + 3*where(x < y, 1, 0) ; y = 2*where(x < y, 1, 0) + 3*where(x >= y, 1, 0)
// needs: closed form
#include <math.h>

double kinks(const double *x, const double *y, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += fabs(x[i]) + 2.0 * fmax(x[i], y[i]) + 3.0 * fmin(x[i], y[i]);
    return s;
}
