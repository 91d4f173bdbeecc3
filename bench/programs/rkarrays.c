/* The classical Runge-Kutta method on arrays: n cells on a ring (Lorenz 1996) with a force in each.
 *
 *     x_i' = (x_{i+1} − x_{i−2}) x_{i−1} − x_i + force_i */
#include <stdlib.h>

static void slope(const double *x, const double *force, double *out, int n)
{
    for (int i = 2; i < n - 1; i++)
        out[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + force[i];
    out[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + force[0];
    out[1] = (x[2] - x[n - 1]) * x[0] - x[1] + force[1];
    out[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + force[n - 1];
}

static void moved(double *out, const double *x, const double *k, double h, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] + h * k[i];
}

double rkarrays(const double *restrict start, const double *restrict force, int n, int steps,
                double h)
{
    double *x = malloc(sizeof(double) * n), *y = malloc(sizeof(double) * n);
    double *k = malloc(sizeof(double) * n), *sum = malloc(sizeof(double) * n);
    for (int i = 0; i < n; i++)
        x[i] = start[i];
    for (int s = 0; s < steps; s++) {
        slope(x, force, k, n);
        for (int i = 0; i < n; i++)
            sum[i] = k[i];
        moved(y, x, k, 0.5 * h, n);
        slope(y, force, k, n);
        for (int i = 0; i < n; i++)
            sum[i] += 2 * k[i];
        moved(y, x, k, 0.5 * h, n);
        slope(y, force, k, n);
        for (int i = 0; i < n; i++)
            sum[i] += 2 * k[i];
        moved(y, x, k, h, n);
        slope(y, force, k, n);
        for (int i = 0; i < n; i++)
            x[i] += h / 6 * (sum[i] + k[i]);
    }
    double total = 0;
    for (int i = 0; i < n; i++)
        total += x[i] * x[i];
    free(x);
    free(y);
    free(k);
    free(sum);
    return total;
}
