// Newmark's method for a chain of hardening springs: Newton steps in each time step, a tridiagonal solve in each of them.
// rz: double response(const double k[n] in 1..2, const double m[n] in 1..2, double u[n] inout -0.3..0.3, int n=5, int steps=6, double beta=0.3, double dt=0.2)
// also: n=1
// also: n=3, steps=0
#include <math.h>

#define MOST 16

static double spring(double k, double beta, double stretch)
{
    return k * (stretch + beta * stretch * stretch * stretch);
}

static double stiffness(double k, double beta, double stretch)
{
    return k * (1 + 3 * beta * stretch * stretch);
}

/* The force on each mass; spring i ties mass i to mass i - 1, the first one to the wall. */
static void forces(const double *k, double beta, const double *u, int n, double *f)
{
    for (int i = 0; i < n; i++) {
        double pull = spring(k[i], beta, u[i] - (i > 0 ? u[i - 1] : 0));
        f[i] = -pull;
        if (i > 0)
            f[i - 1] += pull;
    }
}

/* Solves (m / (beta dt^2) + K) d = r in place, K by the stretches of u. */
static void solve(const double *k, const double *m, double beta, const double *u, double c, int n, double *r)
{
    double diagonal[MOST], off[MOST];
    for (int i = 0; i < n; i++)
        diagonal[i] = c * m[i];
    for (int i = 0; i < n; i++) {
        double s = stiffness(k[i], beta, u[i] - (i > 0 ? u[i - 1] : 0));
        diagonal[i] += s;
        off[i] = -s;
        if (i > 0)
            diagonal[i - 1] += s;
    }
    for (int i = 1; i < n; i++) {
        double factor = off[i] / diagonal[i - 1];
        diagonal[i] -= factor * off[i];
        r[i] -= factor * r[i - 1];
    }
    r[n - 1] /= diagonal[n - 1];
    for (int i = n - 2; i >= 0; i--)
        r[i] = (r[i] - off[i + 1] * r[i + 1]) / diagonal[i];
}

double response(const double *k, const double *m, double *u, int n, int steps, double beta, double dt)
{
    double v[MOST] = {0}, a[MOST], f[MOST], guess[MOST], largest = 0;
    double c = 4 / (dt * dt);
    forces(k, beta, u, n, f);
    for (int i = 0; i < n; i++)
        a[i] = f[i] / m[i];
    for (int step = 0; step < steps; step++) {
        for (int i = 0; i < n; i++)
            guess[i] = u[i] + dt * v[i];
        for (int newton = 0; newton < 8; newton++) {
            double size = 0;
            forces(k, beta, guess, n, f);
            for (int i = 0; i < n; i++) {
                f[i] -= m[i] * (c * (guess[i] - u[i] - dt * v[i]) - a[i]);
                size += fabs(f[i]);
            }
            if (size < 1e-13)
                break;
            solve(k, m, beta, guess, c, n, f);
            for (int i = 0; i < n; i++)
                guess[i] += f[i];
        }
        for (int i = 0; i < n; i++) {
            double next = c * (guess[i] - u[i] - dt * v[i]) - a[i];
            v[i] += dt / 2 * (a[i] + next);
            a[i] = next;
            u[i] = guess[i];
        }
        largest += v[n - 1] * v[n - 1];
    }
    return largest;
}
