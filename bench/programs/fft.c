/* The Fourier transform of n complex numbers in place, recursive, and its inverse.
 *
 * n is a power of two; the numbers lie as real part, imaginary part. */
#include <math.h>

static void butterflies(double *data, int n, double sign)
{
    if (n == 1)
        return;
    int half = n / 2;
    butterflies(data, half, sign);
    butterflies(data + n, half, sign);
    double angle = sign * 2 * 3.14159265358979323846 / n;
    double sine = sin(0.5 * angle), step_re = -2 * sine * sine, step_im = sin(angle);
    double re = 1, im = 0;
    for (int i = 0; i < n; i += 2) {
        double odd_re = data[i + n] * re - data[i + n + 1] * im;
        double odd_im = data[i + n] * im + data[i + n + 1] * re;
        data[i + n] = data[i] - odd_re;
        data[i + n + 1] = data[i + 1] - odd_im;
        data[i] += odd_re;
        data[i + 1] += odd_im;
        double old = re;
        re += re * step_re - im * step_im;
        im += im * step_re + old * step_im;
    }
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

void fft(double *data, int n)
{
    reversed_bits(data, n);
    butterflies(data, n, 1);
    reversed_bits(data, n);
    butterflies(data, n, -1);
    for (int i = 0; i < 2 * n; i++)
        data[i] /= n;
}
