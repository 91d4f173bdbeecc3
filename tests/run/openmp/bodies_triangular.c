// Each pair of bodies once: a triangular loop, the energy and forces on both.
// rz: double f(const double p[2*n] in, const double m[n] in, double force[n] inout, int n=9)
#include <math.h>
double f(const double *p, const double *m, double *force, int n)
{
    double e = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : e)
    for (int i = 0; i < n; i++) {
        double own = 0;
        for (int j = i + 1; j < n; j++) {
            double dx = p[2 * i] - p[2 * j], dy = p[2 * i + 1] - p[2 * j + 1];
            double r = sqrt(dx * dx + dy * dy + 0.05), w = m[i] * m[j] / r;
            e -= w;
            own += w;
#pragma omp atomic
            force[j] += w;
        }
#pragma omp atomic
        force[i] += own;
    }
    return e;
}
