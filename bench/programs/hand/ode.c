/* The adjoint of ode.c by hand: the four slopes and points of each step are computed again from the
 * state before it, which is kept (n numbers a step). */
#include <stdlib.h>
#include <string.h>

static void slopes(const double *restrict x, const double *restrict growth,
                   const double *restrict competition, int n, double *restrict sum,
                   double *restrict out)
{
    for (int i = 0; i < n; i++) {
        double s = growth[i];
        for (int j = 0; j < n; j++)
            s -= competition[i * n + j] * x[j];
        sum[i] = s;
        out[i] = x[i] * s;
    }
}

/* x_bar += what the slopes' adjoint k_bar says; the unknowns' likewise */
static void back(const double *restrict x, const double *restrict competition, int n,
                 const double *restrict sum, const double *restrict k_bar, double *restrict x_bar,
                 double *restrict d_growth, double *restrict d_competition)
{
    for (int i = 0; i < n; i++) {
        double bar = k_bar[i] * x[i];
        x_bar[i] += k_bar[i] * sum[i];
        d_growth[i] += bar;
        for (int j = 0; j < n; j++) {
            d_competition[i * n + j] -= bar * x[j];
            x_bar[j] -= bar * competition[i * n + j];
        }
    }
}

double ode_hand(const double *restrict start, double *restrict d_start,
                const double *restrict growth, double *restrict d_growth,
                const double *restrict competition, double *restrict d_competition, int n,
                int steps, double step, double seed)
{
    double *work = malloc(sizeof(double) * (n * ((long)steps + 1) + 16 * n));
    double *tape = work, *at = work + n * ((long)steps + 1), *sum = at + 4 * n, *k = sum + 4 * n;
    double *x_bar = k + n, *k_bar = x_bar + n, *at_bar = k_bar + n, *total_bar = at_bar + n;
    const double shift[4] = {0, 0.5 * step, 0.5 * step, step};
    const double share[4] = {step / 6, step / 3, step / 3, step / 6};
    memcpy(tape, start, sizeof(double) * n);
    for (int s = 0; s < steps; s++) {
        double *x = tape + (long)n * s, *next = x + n;
        memcpy(next, x, sizeof(double) * n);
        for (int q = 0; q < 4; q++) {
            for (int i = 0; i < n; i++)
                at[i] = x[i] + (q ? shift[q] * k[i] : 0);
            slopes(at, growth, competition, n, sum, k);
            for (int i = 0; i < n; i++)
                next[i] += share[q] * k[i];
        }
    }
    double total = 0, *end = tape + (long)n * steps;
    for (int i = 0; i < n; i++) {
        total += end[i] * end[i];
        x_bar[i] = 2 * seed * end[i];
    }
    for (int s = steps - 1; s >= 0; s--) {
        double *x = tape + (long)n * s;
        for (int q = 0; q < 4; q++) {
            for (int i = 0; i < n; i++)
                at[q * n + i] = x[i] + (q ? shift[q] * k[i] : 0);
            slopes(at + q * n, growth, competition, n, sum + q * n, k);
        }
        memcpy(total_bar, x_bar, sizeof(double) * n);
        memset(at_bar, 0, sizeof(double) * n);
        for (int q = 3; q >= 0; q--) {
            double after = q < 3 ? shift[q + 1] : 0;
            for (int i = 0; i < n; i++) {
                k_bar[i] = share[q] * x_bar[i] + after * at_bar[i];
                at_bar[i] = 0;
            }
            back(at + q * n, competition, n, sum + q * n, k_bar, at_bar, d_growth, d_competition);
            for (int i = 0; i < n; i++)
                total_bar[i] += at_bar[i];
        }
        memcpy(x_bar, total_bar, sizeof(double) * n);
    }
    for (int i = 0; i < n; i++)
        d_start[i] += x_bar[i];
    free(work);
    return total;
}
