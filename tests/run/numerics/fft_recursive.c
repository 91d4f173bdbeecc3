// A recursive FFT with temporaries on the heap, interleaved complex numbers.
// rz: double spectrum(const double x[2*n] in -1..1, int n=8)
// also: n=1
// also: n=2
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void fft(double *z, int n)
{
    if (n == 1)
        return;
    double *even = malloc(sizeof(double) * (size_t)(2 * n)), *odd = even + n;
    for (int i = 0; i < n / 2; i++) {
        memcpy(even + 2 * i, z + 4 * i, 2 * sizeof(double));
        memcpy(odd + 2 * i, z + 4 * i + 2, 2 * sizeof(double));
    }
    fft(even, n / 2);
    fft(odd, n / 2);
    for (int k = 0; k < n / 2; k++) {
        double c = cos(-2 * 3.141592653589793 * k / n), s = sin(-2 * 3.141592653589793 * k / n);
        double re = c * odd[2 * k] - s * odd[2 * k + 1], im = c * odd[2 * k + 1] + s * odd[2 * k];
        z[2 * k] = even[2 * k] + re;
        z[2 * k + 1] = even[2 * k + 1] + im;
        z[2 * k + n] = even[2 * k] - re;
        z[2 * k + n + 1] = even[2 * k + 1] - im;
    }
    free(even);
}

double spectrum(const double *x, int n)
{
    double z[64], s = 0.0;
    memcpy(z, x, sizeof(double) * (size_t)(2 * n));
    fft(z, n);
    for (int k = 0; k < n; k++)
        s += sqrt(z[2 * k] * z[2 * k] + z[2 * k + 1] * z[2 * k + 1] + 0.1) * (k + 1);
    return s;
}
