/* The adjoint of templates.cpp by hand: the state of each step and its tanh are kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

double templates_hand(const double *restrict start, double *restrict d_start,
                      const double *restrict weights, double *restrict d_weights,
                      const double *restrict bias, double *restrict d_bias,
                      const double *restrict target, int rows, int n, int steps, double seed)
{
    long all = (long)rows * n;
    double *kept = malloc(sizeof(double) * all * (2L * steps + 1)), total = 0;
    double *bar = malloc(sizeof(double) * 2 * all), *sum_bar = bar + all;
    memcpy(kept, start, sizeof(double) * all);
    for (int s = 0; s < steps; s++) {
        double *h = kept + 2 * all * s, *t = h + all, *next = t + all;
        memcpy(t, bias, sizeof(double) * all);
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < n; k++)
                for (int j = 0; j < n; j++)
                    t[i * n + j] += h[i * n + k] * weights[k * n + j];
        for (long i = 0; i < all; i++) {
            t[i] = tanh(t[i]);
            next[i] = h[i] + 0.25 * (t[i] - h[i]);
        }
    }
    double *end = kept + 2 * all * steps;
    for (long i = 0; i < all; i++) {
        double left = end[i] - target[i];
        total += 0.5 * left * left;
        bar[i] = seed * left;
    }
    for (int s = steps - 1; s >= 0; s--) {
        double *h = kept + 2 * all * s, *t = h + all;
        for (long i = 0; i < all; i++) {
            sum_bar[i] = 0.25 * bar[i] * (1 - t[i] * t[i]);
            d_bias[i] += sum_bar[i];
            bar[i] *= 0.75;
        }
        for (int i = 0; i < rows; i++)
            for (int k = 0; k < n; k++) {
                double b = 0, v = h[i * n + k];
                for (int j = 0; j < n; j++) {
                    b += sum_bar[i * n + j] * weights[k * n + j];
                    d_weights[k * n + j] += v * sum_bar[i * n + j];
                }
                bar[i * n + k] += b;
            }
    }
    for (long i = 0; i < all; i++)
        d_start[i] += bar[i];
    free(kept);
    free(bar);
    return total;
}
