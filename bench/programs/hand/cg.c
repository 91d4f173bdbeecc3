/* The adjoint of cg.c by hand: kept are r, p and q of each step, and two numbers. */
#include <stdlib.h>

static double dot(const double *x, const double *y, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * y[i];
    return s;
}

double cg_hand(const double *restrict a, double *restrict d_a, const double *restrict b,
               double *restrict d_b, int n, int steps, double seed)
{
    long each = 3L * n + 2;
    double *kept = malloc(sizeof(double) * (each * (steps + 1) + n));
    double *x = calloc(4 * n, sizeof(double)), *r_bar = x + n, *p_bar = x + 2 * n, *q_bar = x + 3 * n;
    double *x_bar = kept + each * (steps + 1);
    for (int i = 0; i < n; i++)
        kept[i] = kept[n + i] = b[i];
    kept[3 * n] = dot(kept, kept, n);
    for (int s = 0; s < steps; s++) {
        double *r = kept + s * each, *p = r + n, *q = p + n, *after = r + each;
        for (int i = 0; i < n; i++)
            q[i] = dot(a + i * n, p, n);
        double within = r[3 * n + 1] = dot(p, q, n), alpha = r[3 * n] / within;
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            after[i] = r[i] - alpha * q[i];
        }
        after[3 * n] = dot(after, after, n);
        double beta = after[3 * n] / r[3 * n];
        for (int i = 0; i < n; i++)
            after[n + i] = after[i] + beta * p[i];
    }
    double total = dot(x, x, n), square_bar = 0;
    for (int i = 0; i < n; i++)
        x_bar[i] = 2 * seed * x[i];
    for (int s = steps - 1; s >= 0; s--) {
        double *r = kept + s * each, *p = r + n, *q = p + n, *after = r + each;
        double square = r[3 * n], next = after[3 * n], within = r[3 * n + 1];
        double alpha = square / within, beta = next / square;
        double beta_bar = dot(p_bar, p, n), alpha_bar = 0;
        double next_bar = square_bar + beta_bar / square;
        for (int i = 0; i < n; i++) {
            r_bar[i] += p_bar[i] + 2 * next_bar * after[i];
            p_bar[i] = beta * p_bar[i] + alpha * x_bar[i];
            q_bar[i] = -alpha * r_bar[i];
            alpha_bar += x_bar[i] * p[i] - r_bar[i] * q[i];
        }
        square_bar = alpha_bar / within - beta_bar * beta / square;
        double within_bar = -alpha_bar * alpha / within;
        for (int i = 0; i < n; i++) {
            p_bar[i] += within_bar * q[i];
            q_bar[i] += within_bar * p[i];
        }
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++) {
                p_bar[j] += q_bar[i] * a[i * n + j];
                d_a[i * n + j] += q_bar[i] * p[j];
            }
    }
    for (int i = 0; i < n; i++)
        d_b[i] += r_bar[i] + p_bar[i] + 2 * square_bar * b[i];
    free(kept);
    free(x);
    return total;
}
