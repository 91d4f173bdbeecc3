/* The adjoint of lstm.c by hand: per character and layer the four gates, the cell before and the
 * hyperbolic tangent of the cell after are kept (6 l b numbers a character, and the output). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

static double sigmoid(double x)
{
    return 1 / (1 + exp(-x));
}

double lstm_hand(const double *restrict main, double *restrict d_main,
                 const double *restrict extra, double *restrict d_extra,
                 const double *restrict initial, double *restrict d_initial,
                 const double *restrict sequence, int l, int c, int b, double seed)
{
    int row = 7 * b, block = l * row + b; /* a character's: per layer 6 b and the hidden before */
    double *tape = malloc(sizeof(double) * ((long)block * c + 4 * l * b + 3 * b));
    double *state = tape + (long)block * c, *d_state = state + 2 * l * b;
    double *input = d_state + 2 * l * b, *d_input = input + b, *y = d_input + b;
    memcpy(state, initial, sizeof(double) * 2 * l * b);
    double total = 0;
    for (int t = 0; t < c - 1; t++) {
        const double *x = sequence + t * b, *gold = x + b;
        double *kept = tape + (long)block * t;
        for (int i = 0; i < b; i++)
            input[i] = x[i] * extra[i];
        const double *in = input;
        for (int k = 0; k < l; k++) {
            const double *w = main + 8 * b * k, *bias = w + 4 * b;
            double *h = state + 2 * b * k, *cell = h + b, *f = kept + k * row;
            double *g = f + b, *o = f + 2 * b, *a = f + 3 * b, *old = f + 4 * b, *th = f + 5 * b;
            double *h_old = f + 6 * b;
            for (int i = 0; i < b; i++) {
                f[i] = sigmoid(in[i] * w[i] + bias[i]);
                g[i] = sigmoid(h[i] * w[b + i] + bias[b + i]);
                o[i] = sigmoid(in[i] * w[2 * b + i] + bias[2 * b + i]);
                a[i] = tanh(h[i] * w[3 * b + i] + bias[3 * b + i]);
                old[i] = cell[i];
                h_old[i] = h[i];
                cell[i] = cell[i] * f[i] + g[i] * a[i];
                th[i] = tanh(cell[i]);
                h[i] = o[i] * th[i];
            }
            in = h;
        }
        double sum = 2, golds = 0, *soft = kept + l * row;
        for (int i = 0; i < b; i++) {
            y[i] = in[i] * extra[b + i] + extra[2 * b + i];
            sum += soft[i] = exp(y[i]);
        }
        double norm = log(sum);
        for (int i = 0; i < b; i++) {
            total += gold[i] * (y[i] - norm);
            golds += gold[i];
        }
        for (int i = 0; i < b; i++)
            soft[i] = gold[i] - golds * soft[i] / sum;
    }
    double scale = -seed / ((c - 1) * b);
    memset(d_state, 0, sizeof(double) * 2 * l * b);
    for (int t = c - 2; t >= 0; t--) {
        const double *x = sequence + t * b;
        const double *kept = tape + (long)block * t, *soft = kept + l * row;
        const double *last = kept + (l - 1) * row;
        double *dh = d_state + 2 * b * (l - 1);
        for (int i = 0; i < b; i++) {
            double dy = scale * soft[i], h = last[2 * b + i] * last[5 * b + i];
            d_extra[b + i] += dy * h;
            d_extra[2 * b + i] += dy;
            dh[i] += dy * extra[b + i];
        }
        for (int k = l - 1; k >= 0; k--) {
            const double *w = main + 8 * b * k;
            double *dw = d_main + 8 * b * k, *dbias = dw + 4 * b;
            double *d_h = d_state + 2 * b * k, *d_c = d_h + b;
            const double *f = kept + k * row, *g = f + b, *o = f + 2 * b, *a = f + 3 * b;
            const double *old = f + 4 * b, *th = f + 5 * b, *h_old = f + 6 * b;
            const double *below = f - row;
            double *d_in = k ? d_h - 2 * b : d_input;
            for (int i = 0; i < b; i++) {
                double in = k ? below[2 * b + i] * below[5 * b + i] : x[i] * extra[i];
                double d_o = d_h[i] * th[i] * o[i] * (1 - o[i]);
                double cell = d_c[i] + d_h[i] * o[i] * (1 - th[i] * th[i]);
                double d_f = cell * old[i] * f[i] * (1 - f[i]);
                double d_g = cell * a[i] * g[i] * (1 - g[i]);
                double d_a = cell * g[i] * (1 - a[i] * a[i]);
                d_c[i] = cell * f[i];
                d_h[i] = d_g * w[b + i] + d_a * w[3 * b + i];
                double into = d_f * w[i] + d_o * w[2 * b + i];
                d_in[i] = k ? d_in[i] + into : into;
                dw[i] += d_f * in, dbias[i] += d_f;
                dw[b + i] += d_g * h_old[i], dbias[b + i] += d_g;
                dw[2 * b + i] += d_o * in, dbias[2 * b + i] += d_o;
                dw[3 * b + i] += d_a * h_old[i], dbias[3 * b + i] += d_a;
            }
        }
        for (int i = 0; i < b; i++)
            d_extra[i] += d_input[i] * x[i];
    }
    for (int i = 0; i < 2 * l * b; i++)
        d_initial[i] += d_state[i];
    free(tape);
    return -total / ((c - 1) * b);
}
