// Each pair of bodies once: the inner loop begins behind the body of the outer one.
// rz: double f(const double p[3*n] in, const double m[n] in, int n=11)
#include <math.h>

double f(const double *restrict p, const double *restrict m, int n)
{
    double energy = 0;
#pragma omp parallel for reduction(- : energy) schedule(dynamic, 2)
    for (int i = 0; i < n; i++)
        for (int j = i + 1; j < n; j++) {
            double x = p[3 * i] - p[3 * j], y = p[3 * i + 1] - p[3 * j + 1],
                   z = p[3 * i + 2] - p[3 * j + 2];
            energy -= m[i] * m[j] / sqrt(x * x + y * y + z * z + 0.1);
        }
    return energy;
}
