// A region in a loop over time: a tape for each step and each thread.
// rz: void f(double u[n] inout, double k, int n=14, int steps=6)
// also: steps=0
#include <stdlib.h>
void f(double *u, double k, int n, int steps)
{
    double *v = malloc(sizeof(double) * n);
    for (int s = 0; s < steps; s++) {
#pragma omp parallel for
        for (int i = 0; i < n; i++) {
            double left = u[i == 0 ? n - 1 : i - 1], right = u[i == n - 1 ? 0 : i + 1];
            v[i] = u[i] + 0.1 * k * (left - 2 * u[i] + right) * u[i];
        }
#pragma omp parallel for
        for (int i = 0; i < n; i++)
            u[i] = v[i];
    }
    free(v);
}
