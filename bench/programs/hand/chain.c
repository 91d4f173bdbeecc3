/* The adjoint of chain.c and of arena.c by hand: the activations of all layers are kept. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void product(double *restrict out, const double *restrict in, const double *restrict w,
                    int rows, int n)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++) {
            double s = 0;
            for (int k = 0; k < n; k++)
                s += in[i * n + k] * w[j * n + k];
            out[i * n + j] = s;
        }
}

static void back(const double *restrict out_bar, const double *restrict in,
                 double *restrict in_bar, const double *restrict w, double *restrict w_bar,
                 int rows, int n)
{
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < n; j++) {
            double bar = out_bar[i * n + j];
            for (int k = 0; k < n; k++) {
                in_bar[i * n + k] += bar * w[j * n + k];
                w_bar[j * n + k] += bar * in[i * n + k];
            }
        }
}

static double network(const double *restrict x, double *restrict d_x, const double *restrict w,
                      double *restrict d_w, int rows, int n, int layers, int last, double seed)
{
    long whole = (long)rows * n, each = (long)n * n;
    double *kept = malloc(sizeof(double) * whole * layers), total = 0;
    double *bar = malloc(sizeof(double) * whole), *next = malloc(sizeof(double) * whole);
    for (int l = 0; l < layers; l++) {
        double *out = kept + l * whole;
        product(out, l ? out - whole : x, w + l * each, rows, n);
        if (l < layers - 1 || last)
            for (int i = 0; i < whole; i++)
                out[i] = tanh(out[i]);
    }
    for (int i = 0; i < whole; i++) {
        double v = kept[(layers - 1) * whole + i];
        total += 0.5 * v * v;
        bar[i] = seed * v;
    }
    for (int l = layers - 1; l >= 0; l--) {
        double *out = kept + l * whole;
        if (l < layers - 1 || last)
            for (int i = 0; i < whole; i++)
                bar[i] *= 1 - out[i] * out[i];
        if (l)
            memset(next, 0, sizeof(double) * whole);
        back(bar, l ? out - whole : x, l ? next : d_x, w + l * each, d_w + l * each, rows, n);
        double *old = bar;
        bar = next;
        next = old;
    }
    free(kept);
    free(bar);
    free(next);
    return total;
}

double chain_hand(const double *x, double *d_x, const double *w, double *d_w, int rows, int n,
                  double seed)
{
    return network(x, d_x, w, d_w, rows, n, 4, 0, seed);
}

double arena_hand(const double *x, double *d_x, const double *w, double *d_w, int rows, int n,
                  int layers, double seed)
{
    return network(x, d_x, w, d_w, rows, n, layers, 1, seed);
}
