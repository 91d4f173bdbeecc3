// A Gaussian log likelihood through a Cholesky factor of A'A + I.
// rz: double likelihood(const double a[n*n] in -1..1, const double y[n] in, int n=4)
// also: n=1
#include <math.h>

double likelihood(const double *a, const double *y, int n)
{
    double l[36], z[6], value = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double s = i == j;
            for (int k = 0; k < n; k++)
                s += a[k * n + i] * a[k * n + j];
            for (int k = 0; k < j; k++)
                s -= l[i * n + k] * l[j * n + k];
            l[i * n + j] = i == j ? sqrt(s) : s / l[j * n + j];
        }
    for (int i = 0; i < n; i++) {
        z[i] = y[i];
        for (int j = 0; j < i; j++)
            z[i] -= l[i * n + j] * z[j];
        z[i] /= l[i * n + i];
        value -= 0.5 * z[i] * z[i] + log(l[i * n + i]);
    }
    return value;
}
