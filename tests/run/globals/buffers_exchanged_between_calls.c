// Two kept buffers change places in every step, so that a call may end with either in either.
// rz: double f(const double x[n] in, int n=6, int steps=3)
// also: steps=4
#include <stdlib.h>

static double *now, *next;

double f(const double *x, int n, int steps)
{
    if (!now) {
        now = calloc(32, sizeof *now);
        next = calloc(32, sizeof *next);
    }
    for (int i = 0; i < n; i++)
        now[i] = x[i];
    for (int t = 0; t < steps; t++) {
        for (int i = 0; i < n; i++)
            next[i] = now[i] * now[(i + 1) % n] + 0.1 * now[(i + n - 1) % n];
        double *other = now;
        now = next;
        next = other;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += now[i] * (i + 1);
    return s;
}
