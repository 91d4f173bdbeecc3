/* The adjoint of conv.c by hand: nothing is kept but what the primal has at its end. */
#include <stdlib.h>

static void convolved(double *restrict out, const double *restrict in, const double *restrict w,
                      int channels, int n)
{
    int m = n - 2;
    for (int o = 0; o < channels; o++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                double s = 0;
                for (int c = 0; c < channels; c++)
                    for (int a = 0; a < 3; a++)
                        for (int b = 0; b < 3; b++)
                            s += in[(c * n + i + a) * n + j + b]
                                * w[((o * channels + c) * 3 + a) * 3 + b];
                out[(o * m + i) * m + j] = s;
            }
}

static void back(const double *restrict out_bar, const double *restrict in,
                 double *restrict in_bar, const double *restrict w, double *restrict w_bar,
                 int channels, int n)
{
    int m = n - 2;
    for (int o = 0; o < channels; o++)
        for (int i = 0; i < m; i++)
            for (int j = 0; j < m; j++) {
                double bar = out_bar[(o * m + i) * m + j];
                for (int c = 0; c < channels; c++)
                    for (int a = 0; a < 3; a++)
                        for (int b = 0; b < 3; b++) {
                            int at = (c * n + i + a) * n + j + b;
                            int of = ((o * channels + c) * 3 + a) * 3 + b;
                            in_bar[at] += bar * w[of];
                            w_bar[of] += bar * in[at];
                        }
            }
}

double conv_hand(const double *restrict image, double *restrict d_image,
                 const double *restrict w, double *restrict d_w, int channels, int n, double seed)
{
    int m = n - 2, l = n - 4, inner = channels * m * m, last = channels * l * l;
    int second = channels * channels * 9;
    double *hidden = malloc(sizeof(double) * inner), *out = malloc(sizeof(double) * last);
    double *bar = calloc(inner, sizeof(double)), total = 0;
    convolved(hidden, image, w, channels, n);
    for (int i = 0; i < inner; i++)
        hidden[i] = hidden[i] > 0 ? hidden[i] : 0;
    convolved(out, hidden, w + second, channels, m);
    for (int i = 0; i < last; i++) {
        total += out[i] * out[i];
        out[i] *= 2 * seed;
    }
    back(out, hidden, bar, w + second, d_w + second, channels, m);
    for (int i = 0; i < inner; i++)
        bar[i] = hidden[i] > 0 ? bar[i] : 0;
    back(bar, image, d_image, w, d_w, channels, n);
    free(hidden);
    free(out);
    free(bar);
    return total;
}
