/* The adjoint of stencil.cpp by hand: both fields of each step are kept. */
#include <stdlib.h>
#include <string.h>

#define N 32

static double laplace(const double *u, int i, int j)
{
    int up = i == 0 ? N - 1 : i - 1, down = i == N - 1 ? 0 : i + 1;
    int left = j == 0 ? N - 1 : j - 1, right = j == N - 1 ? 0 : j + 1;
    return u[up * N + j] + u[down * N + j] + u[i * N + left] + u[i * N + right] - 4 * u[i * N + j];
}

double stencil_hand(const double *restrict start, double *restrict d_start,
                    const double *restrict rates, double *restrict d_rates, int steps, double seed)
{
    int each = 2 * N * N;
    double *kept = malloc(sizeof(double) * each * (steps + 1L)), total = 0;
    double *bar = calloc(2 * each, sizeof(double)), *next_bar = bar + each;
    memcpy(kept, start, sizeof(double) * each);
    for (int s = 0; s < steps; s++) {
        const double *u = kept + (long)each * s, *v = u + N * N;
        double *next = kept + (long)each * (s + 1);
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                int at = i * N + j;
                double uvv = u[at] * v[at] * v[at];
                next[at] = u[at] + rates[0] * laplace(u, i, j) - uvv + rates[2] * (1 - u[at]);
                next[N * N + at] = v[at] + rates[1] * laplace(v, i, j) + uvv
                    - (rates[2] + rates[3]) * v[at];
            }
    }
    const double *end = kept + (long)each * steps + N * N;
    for (int i = 0; i < N * N; i++) {
        total += end[i] * end[i];
        next_bar[N * N + i] = 2 * seed * end[i];
    }
    for (int s = steps - 1; s >= 0; s--) {
        const double *u = kept + (long)each * s, *v = u + N * N;
        const double *a = next_bar, *b = next_bar + N * N;
        double r0 = 0, r1 = 0, r2 = 0, r3 = 0;
        for (int i = 0; i < N; i++)
            for (int j = 0; j < N; j++) {
                int at = i * N + j;
                double change = b[at] - a[at];
                bar[at] = a[at] * (1 - rates[2]) + change * v[at] * v[at]
                    + rates[0] * laplace(a, i, j);
                bar[N * N + at] = b[at] * (1 - rates[2] - rates[3])
                    + 2 * change * u[at] * v[at] + rates[1] * laplace(b, i, j);
                r0 += a[at] * laplace(u, i, j);
                r1 += b[at] * laplace(v, i, j);
                r2 += a[at] * (1 - u[at]) - b[at] * v[at];
                r3 -= b[at] * v[at];
            }
        d_rates[0] += r0;
        d_rates[1] += r1;
        d_rates[2] += r2;
        d_rates[3] += r3;
        double *old = bar;
        bar = next_bar;
        next_bar = old;
    }
    for (int i = 0; i < each; i++)
        d_start[i] += next_bar[i];
    free(kept);
    free(bar < next_bar ? bar : next_bar);
    return total;
}
