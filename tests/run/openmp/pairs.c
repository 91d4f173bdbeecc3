// Each thread reads all of an array: a force between all pairs, and a dense product.
// rz: double f(const double x[2*n] in, const double a[n*m] in, const double v[m] in, double y[n] out, int n=9, int m=5)
#include <math.h>

double f(const double *restrict x, const double *restrict a, const double *restrict v,
         double *restrict y, int n, int m)
{
    double energy = 0;
#pragma omp parallel for reduction(+ : energy)
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            double p = x[2 * i] - x[2 * j], q = x[2 * i + 1] - x[2 * j + 1];
            energy += 1 / sqrt(p * p + q * q + 0.5);
        }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = m - 1; j >= 0; j--)
            s += a[i * m + j] * v[j] * v[m - 1 - j];
        y[i] = s * s;
    }
    return energy;
}
