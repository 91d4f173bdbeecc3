/* The adjoint of rkarrays.c by hand: the four points of each step are kept. */
#include <stdlib.h>
#include <string.h>

static void slope(const double *restrict x, const double *restrict force, double *restrict out,
                  int n)
{
    for (int i = 2; i < n - 1; i++)
        out[i] = (x[i + 1] - x[i - 2]) * x[i - 1] - x[i] + force[i];
    out[0] = (x[1] - x[n - 2]) * x[n - 1] - x[0] + force[0];
    out[1] = (x[2] - x[n - 1]) * x[0] - x[1] + force[1];
    out[n - 1] = (x[0] - x[n - 3]) * x[n - 2] - x[n - 1] + force[n - 1];
}

static void cell(const double *x, double *x_bar, double bar, int ahead, int behind, int before,
                 int here)
{
    x_bar[ahead] += bar * x[before];
    x_bar[behind] -= bar * x[before];
    x_bar[before] += bar * (x[ahead] - x[behind]);
    x_bar[here] -= bar;
}

static void slope_back(const double *restrict x, double *restrict x_bar,
                       const double *restrict bar, double *restrict force_bar, int n)
{
    memset(x_bar, 0, sizeof(double) * n);
    cell(x, x_bar, bar[n - 1], 0, n - 3, n - 2, n - 1);
    cell(x, x_bar, bar[1], 2, n - 1, 0, 1);
    cell(x, x_bar, bar[0], 1, n - 2, n - 1, 0);
    for (int i = 2; i < n - 1; i++)
        x_bar[i + 1] += bar[i] * x[i - 1];
    for (int i = 2; i < n - 1; i++)
        x_bar[i - 2] -= bar[i] * x[i - 1];
    for (int i = 2; i < n - 1; i++)
        x_bar[i - 1] += bar[i] * (x[i + 1] - x[i - 2]);
    for (int i = 2; i < n - 1; i++)
        x_bar[i] -= bar[i];
    for (int i = 0; i < n; i++)
        force_bar[i] += bar[i];
}

double rkarrays_hand(const double *restrict start, double *restrict d_start,
                     const double *restrict force, double *restrict d_force, int n, int steps,
                     double h, double seed)
{
    const double shift[4] = {0, 0.5 * h, 0.5 * h, h};
    const double share[4] = {h / 6, h / 3, h / 3, h / 6};
    double *kept = malloc(sizeof(double) * n * (4L * steps + 1)), total = 0;
    double *work = malloc(sizeof(double) * 5 * n), *k = work, *sum = k + n;
    double *x_bar = sum + n, *y_bar = x_bar + n, *k_bar = y_bar + n;
    memcpy(kept, start, sizeof(double) * n);
    for (int s = 0; s < steps; s++) {
        double *x = kept + 4L * n * s, *next = x + 4 * n;
        for (int q = 0; q < 4; q++) {
            if (q)
                for (int i = 0; i < n; i++)
                    x[q * n + i] = x[i] + shift[q] * k[i];
            slope(x + q * n, force, k, n);
            for (int i = 0; i < n; i++)
                sum[i] = (q ? sum[i] : 0) + share[q] * k[i];
        }
        for (int i = 0; i < n; i++)
            next[i] = x[i] + sum[i];
    }
    double *end = kept + 4L * n * steps;
    for (int i = 0; i < n; i++) {
        total += end[i] * end[i];
        x_bar[i] = 2 * seed * end[i];
    }
    for (int s = steps - 1; s >= 0; s--) {
        double *x = kept + 4L * n * s;
        memcpy(sum, x_bar, sizeof(double) * n);
        for (int q = 3; q >= 0; q--) {
            for (int i = 0; i < n; i++)
                k_bar[i] = share[q] * x_bar[i] + (q < 3 ? shift[q + 1] * y_bar[i] : 0);
            slope_back(x + q * n, y_bar, k_bar, d_force, n);
            for (int i = 0; i < n; i++)
                sum[i] += y_bar[i];
        }
        memcpy(x_bar, sum, sizeof(double) * n);
    }
    for (int i = 0; i < n; i++)
        d_start[i] += x_bar[i];
    free(kept);
    free(work);
    return total;
}
