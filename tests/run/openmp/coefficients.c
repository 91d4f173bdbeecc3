// Scalars of the caller's that all threads read, beside atomic additions; one of them changes between
// two regions.
// rz: double f(const double x[n] in, double k in, double p in, double sums[4] out, int n=17)
#include <math.h>

double f(const double *x, double k, double p, double *sums, int n)
{
    for (int i = 0; i < 4; i++)
        sums[i] = k;
    for (int turn = 0; turn < 2; turn++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double amount = k * pow(x[i] * x[i] + 1, p);
#pragma omp atomic
            sums[i % 4] += amount;
        }
        k = k * k + p;
    }
    return k * sums[1];
}
