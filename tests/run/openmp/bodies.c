// All bodies attract all others.
// rz: void f(const double x[2*n] in, const double m[n] in, double a[2*n] out, int n=7)
#include <math.h>
void f(const double *x, const double *m, double *a, int n)
{
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
        double u = 0, v = 0;
        for (int j = 0; j < n; j++) {
            double dx = x[2 * j] - x[2 * i], dy = x[2 * j + 1] - x[2 * i + 1];
            double r = dx * dx + dy * dy + 0.1, w = m[j] / (r * sqrt(r));
            u += w * dx;
            v += w * dy;
        }
        a[2 * i] = u;
        a[2 * i + 1] = v;
    }
}
