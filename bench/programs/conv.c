/* Two layers of a convolution of 3 × 3 over channels, with a rectifier between them.
 *
 * image: channels × n × n; w: 2 × channels × channels × 3 × 3; the border is left out. One buffer
 * holds the first layer's result, then, in place, what the rectifier leaves of it. */
#include <stdlib.h>

static void convolved(double *out, const double *in, const double *w, int channels, int n)
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

double conv(const double *restrict image, const double *restrict w, int channels, int n)
{
    int m = n - 2, l = n - 4, inner = channels * m * m, last = channels * l * l;
    double *hidden = malloc(sizeof(double) * inner), *out = malloc(sizeof(double) * last);
    convolved(hidden, image, w, channels, n);
    for (int i = 0; i < inner; i++)
        hidden[i] = hidden[i] > 0 ? hidden[i] : 0;
    convolved(out, hidden, w + channels * channels * 9, channels, m);
    double total = 0;
    for (int i = 0; i < last; i++)
        total += out[i] * out[i];
    free(hidden);
    free(out);
    return total;
}
