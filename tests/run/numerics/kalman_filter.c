// A scalar-observation Kalman filter over a two-dimensional state.
// rz: double filter(const double z[n] in, int n=7, double q=0.1, double r=0.5, double dt=0.3)
// also: n=0
// also: n=1
#include <math.h>

double filter(const double *z, int n, double q, double r, double dt)
{
    double x[2] = {0.0, 0.1}, p[2][2] = {{1.0, 0.0}, {0.0, 1.0}}, nll = 0.0;
    for (int t = 0; t < n; t++) {
        x[0] += dt * x[1];
        double p00 = p[0][0] + dt * (p[1][0] + p[0][1]) + dt * dt * p[1][1] + q;
        double p01 = p[0][1] + dt * p[1][1], p10 = p[1][0] + dt * p[1][1], p11 = p[1][1] + q;
        double s = p00 + r, e = z[t] - x[0], k0 = p00 / s, k1 = p10 / s;
        nll += 0.5 * (log(s) + e * e / s);
        x[0] += k0 * e;
        x[1] += k1 * e;
        p[0][0] = (1 - k0) * p00;
        p[0][1] = (1 - k0) * p01;
        p[1][0] = p10 - k1 * p00;
        p[1][1] = p11 - k1 * p01;
    }
    return nll + x[0] * x[1];
}
