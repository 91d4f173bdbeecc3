/* The classical Runge-Kutta method on n competing species:
 *
 *     x_i' = x_i (r_i - sum_j a_ij x_j)
 *
 * start, growth r and competition a are unknown; the answer is the sum of squares at the end. */
#include <stdlib.h>

static void slopes(const double *restrict x, const double *restrict growth,
                   const double *restrict competition, int n, double *restrict out)
{
    for (int i = 0; i < n; i++) {
        double sum = growth[i];
        for (int j = 0; j < n; j++)
            sum -= competition[i * n + j] * x[j];
        out[i] = x[i] * sum;
    }
}

double ode(const double *restrict start, const double *restrict growth,
           const double *restrict competition, int n, int steps, double step)
{
    double *work = malloc(sizeof(double) * 6 * n);
    double *x = work, *at = work + n, *k1 = work + 2 * n, *k2 = k1 + n, *k3 = k2 + n, *k4 = k3 + n;
    for (int i = 0; i < n; i++)
        x[i] = start[i];
    for (int s = 0; s < steps; s++) {
        slopes(x, growth, competition, n, k1);
        for (int i = 0; i < n; i++)
            at[i] = x[i] + 0.5 * step * k1[i];
        slopes(at, growth, competition, n, k2);
        for (int i = 0; i < n; i++)
            at[i] = x[i] + 0.5 * step * k2[i];
        slopes(at, growth, competition, n, k3);
        for (int i = 0; i < n; i++)
            at[i] = x[i] + step * k3[i];
        slopes(at, growth, competition, n, k4);
        for (int i = 0; i < n; i++)
            x[i] += step / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
    }
    double total = 0;
    for (int i = 0; i < n; i++)
        total += x[i] * x[i];
    free(work);
    return total;
}
