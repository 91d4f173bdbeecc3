/* V-cycles for −(c u')' = f on an interval: damped Jacobi steps, residual, restriction, correction.
 *
 * The conductivity c (one per cell edge) and f are unknown. Level l has 2^(levels−l) − 1 points
 * inside; levels lie behind each other. The answer is the sum of f·u. */
#include <stdlib.h>

static double applied(const double *u, const double *c, int i, int n)
{
    double left = i > 0 ? u[i - 1] : 0, right = i < n - 1 ? u[i + 1] : 0;
    return c[i] * (u[i] - left) + c[i + 1] * (u[i] - right);
}

static void smooth(double *u, double *t, const double *f, const double *c, int n, int sweeps)
{
    for (int s = 0; s < sweeps; s++) {
        for (int i = 0; i < n; i++)
            t[i] = u[i] + 0.7 * (f[i] - applied(u, c, i, n)) / (c[i] + c[i + 1]);
        for (int i = 0; i < n; i++)
            u[i] = t[i];
    }
}

static void cycle(double *u, double *t, double *f, const double *c, int n, int sweeps)
{
    if (n == 1) {
        u[0] = f[0] / (c[0] + c[1]);
        return;
    }
    smooth(u, t, f, c, n, sweeps);
    for (int i = 0; i < n; i++)
        t[i] = f[i] - applied(u, c, i, n);
    int m = n / 2;
    double *below = u + n, *coarse = f + n;
    for (int i = 0; i < m; i++) {
        coarse[i] = 0.5 * t[2 * i] + t[2 * i + 1] + 0.5 * t[2 * i + 2];
        below[i] = 0;
    }
    cycle(below, t + n, coarse, c + n + 1, m, sweeps);
    for (int i = 0; i < m; i++) {
        u[2 * i] += 0.5 * below[i];
        u[2 * i + 1] += below[i];
        u[2 * i + 2] += 0.5 * below[i];
    }
    smooth(u, t, f, c, n, sweeps);
}

double multigrid(const double *restrict edges, const double *restrict load, int levels, int cycles,
                 int sweeps)
{
    int n = (1 << levels) - 1;
    double *work = calloc(10 * (n + 1), sizeof(double));
    double *u = work, *t = u + 2 * n, *f = t + 2 * n, *c = f + 2 * n;
    for (int i = 0; i <= n; i++)
        c[i] = edges[i];
    for (int i = 0; i < n; i++)
        f[i] = load[i];
    double *fine = c;
    for (int m = n; m > 1; m /= 2) {
        double *coarse = fine + m + 1;
        for (int i = 0; i <= m / 2; i++)
            coarse[i] = fine[2 * i] * fine[2 * i + 1] / (fine[2 * i] + fine[2 * i + 1]);
        fine = coarse;
    }
    for (int k = 0; k < cycles; k++)
        cycle(u, t, f, c, n, sweeps);
    double total = 0;
    for (int i = 0; i < n; i++)
        total += load[i] * u[i];
    free(work);
    return total;
}
