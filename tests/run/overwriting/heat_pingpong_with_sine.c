// Two buffers change places; a step needs a number and its neighbours again, the factor is an input.
// rz: double heat(const double start[n] in, double k=0.2, int n=10, int steps=5)
// also: steps=4
// also: steps=0
// also: n=3
// also: n=2
#include <math.h>
#include <stdlib.h>
#include <string.h>
double heat(const double *start, double k, int n, int steps)
{
    double *u = malloc(n * sizeof *u), *v = malloc(n * sizeof *v);
    memcpy(u, start, n * sizeof *u);
    memcpy(v, start, n * sizeof *v);
    for (int t = 0; t < steps; t++) {
        for (int i = 1; i < n - 1; i++)
            v[i] = u[i] + k * (u[i - 1] - 2 * u[i] + u[i + 1]) + 0.1 * sin(u[i]);
        double *w = u;
        u = v;
        v = w;
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += u[i] * u[i];
    free(u);
    free(v);
    return s;
}
