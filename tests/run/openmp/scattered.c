// Elements gather from nodes and scatter to them.
// rz: void f(const double u[m] in, double r[m] inout, const int e[2*n] const below 9, int n=24, int m=9)
#include <math.h>
void f(const double *u, double *r, const int *e, int n, int m)
{
    (void)m;
#pragma omp parallel for
    for (int k = 0; k < n; k++) {
        int a = e[2 * k], b = e[2 * k + 1];
        double flux = sin(u[a] - u[b]) * (1 + u[a] * u[b]);
#pragma omp atomic
        r[a] -= flux;
#pragma omp atomic
        r[b] += flux;
    }
}
