// x > 0 ? sqrt(x) : 0, at zero exactly: the untaken branch must not poison the gradient.
// rz: double norms(const double x[n] in {0, 1, 4, 0, 0.25}, int n=5)
// truth: x = where(x > 0, 0.5/sqrt(where(x > 0, x, 1)), 0)
// needs: closed form
#include <math.h>

double norms(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] > 0.0 ? sqrt(x[i]) : 0.0;
    return s;
}
