/* The adjoint of fft.c: linear, so the transpose of each step, the last step first. Nothing kept. */
#include <math.h>

void fft(double *data, int n);

static void transposed(double *bar, int n, double sign)
{
    if (n == 1)
        return;
    int half = n / 2;
    double angle = sign * 2 * 3.14159265358979323846 / n;
    double sine = sin(0.5 * angle), step_re = -2 * sine * sine, step_im = sin(angle);
    double re = 1, im = 0;
    for (int i = 0; i < n; i += 2) {
        double odd_re = bar[i] - bar[i + n], odd_im = bar[i + 1] - bar[i + n + 1];
        bar[i] += bar[i + n];
        bar[i + 1] += bar[i + n + 1];
        bar[i + n] = odd_re * re + odd_im * im;
        bar[i + n + 1] = odd_im * re - odd_re * im;
        double old = re;
        re += re * step_re - im * step_im;
        im += im * step_re + old * step_im;
    }
    transposed(bar, half, sign);
    transposed(bar + n, half, sign);
}

static void swap(double *a, double *b)
{
    double old = *a;
    *a = *b;
    *b = old;
}

static void reversed_bits(double *data, int n)
{
    for (int i = 0, j = 0; i < n; i++) {
        if (j > i) {
            swap(data + 2 * i, data + 2 * j);
            swap(data + 2 * i + 1, data + 2 * j + 1);
        }
        int bit = n / 2;
        while (bit >= 1 && (j & bit)) {
            j ^= bit;
            bit /= 2;
        }
        j |= bit;
    }
}

void fft_hand(double *data, double *bar, int n)
{
    fft(data, n);
    for (int i = 0; i < 2 * n; i++)
        bar[i] /= n;
    transposed(bar, n, -1);
    reversed_bits(bar, n);
    transposed(bar, n, 1);
    reversed_bits(bar, n);
}
