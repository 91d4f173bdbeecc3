// Heun-Euler with step control: rejected steps, step sizes that depend on active values.
// rz: double pendulum(double angle 0.8..1, double speed 0.1..0.2, double damping 0.2..0.4)
// tolerance: loose
#include <math.h>

static void rhs(const double *u, double damping, double *du)
{
    du[0] = u[1];
    du[1] = -sin(u[0]) - damping * u[1];
}

double pendulum(double angle, double speed, double damping)
{
    double u[2] = {angle, speed}, t = 0.0, h = 0.3, a[2], b[2], mid[2];
    while (t < 2.0) {
        if (t + h > 2.0)
            h = 2.0 - t;
        rhs(u, damping, a);
        for (int i = 0; i < 2; i++)
            mid[i] = u[i] + h * a[i];
        rhs(mid, damping, b);
        double e0 = 0.5 * h * (b[0] - a[0]), e1 = 0.5 * h * (b[1] - a[1]);
        double error = sqrt(e0 * e0 + e1 * e1 + 1e-12);
        if (error < 5e-3) {
            for (int i = 0; i < 2; i++)
                u[i] += 0.5 * h * (a[i] + b[i]);
            t += h;
        }
        double factor = 0.9 * sqrt(5e-3 / error);
        h *= factor > 2.0 ? 2.0 : factor < 0.3 ? 0.3 : factor;
    }
    return u[0] * u[0] + u[1];
}
