// All bodies but one's own: a branch in the inner loop.
// rz: double f(const double x[2*n] in, double force[2*n] out, int n=10)
#include <cmath>

extern "C" double f(const double *__restrict x, double *__restrict force, int n)
{
    double energy = 0;
#pragma omp parallel for reduction(+ : energy)
    for (int i = 0; i < n; i++) {
        double a = 0, b = 0;
        for (int j = 0; j < n; j++) {
            if (i == j)
                continue;
            double p = x[2 * i] - x[2 * j], q = x[2 * i + 1] - x[2 * j + 1];
            double r = 1 / std::sqrt(p * p + q * q + 0.2);
            a += p * r * r * r;
            b += q * r * r * r;
            energy += r;
        }
        force[2 * i] = a;
        force[2 * i + 1] = b;
    }
    return energy;
}
