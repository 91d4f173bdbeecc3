// Gravitational n-body, leapfrog, in place; the energy at the end.
// rz: double energy(double state[6*n] inout -1..1, const double mass[n] in, int n=3, int steps=4, double dt=0.02)
// also: n=1
// also: steps=0
#include <math.h>

static void accelerate(const double *s, const double *m, double *a, int n)
{
    for (int i = 0; i < 3 * n; i++)
        a[i] = 0.0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (i == j)
                continue;
            double d[3], r2 = 0.05;
            for (int k = 0; k < 3; k++) {
                d[k] = s[6 * j + k] - s[6 * i + k];
                r2 += d[k] * d[k];
            }
            double f = m[j] / (r2 * sqrt(r2));
            for (int k = 0; k < 3; k++)
                a[3 * i + k] += f * d[k];
        }
}

double energy(double *state, const double *mass, int n, int steps, double dt)
{
    double a[24];
    for (int t = 0; t < steps; t++) {
        accelerate(state, mass, a, n);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < 3; k++) {
                state[6 * i + 3 + k] += dt * a[3 * i + k];
                state[6 * i + k] += dt * state[6 * i + 3 + k];
            }
    }
    double e = 0.0;
    for (int i = 0; i < n; i++) {
        for (int k = 0; k < 3; k++)
            e += 0.5 * mass[i] * state[6 * i + 3 + k] * state[6 * i + 3 + k];
        for (int j = 0; j < i; j++) {
            double r2 = 0.05;
            for (int k = 0; k < 3; k++)
                r2 += pow(state[6 * i + k] - state[6 * j + k], 2);
            e -= mass[i] * mass[j] / sqrt(r2);
        }
    }
    return e;
}
