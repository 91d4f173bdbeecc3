// A transform whose table of twiddles is kept between calls and made anew for another size.
// rz: double spectrum(const double x[2*n] in -1..1, int n=8, double shift=0.3)
// also: n=16
// also: n=1
#include <complex.h>
#include <math.h>
#include <stdlib.h>

static double complex *twiddles;
static int twiddles_for;

static const double complex *table(int n)
{
    if (twiddles_for != n) {
        free(twiddles);
        twiddles = malloc((size_t)n * sizeof *twiddles);
        for (int i = 0; i < n; i++)
            twiddles[i] = cexp(-2 * 3.14159265358979 * I * i / n);
        twiddles_for = n;
    }
    return twiddles;
}

static void transform(double complex *out, const double complex *in, int n, int stride, int whole)
{
    if (n == 1) {
        *out = *in;
        return;
    }
    const double complex *w = table(whole);
    transform(out, in, n / 2, 2 * stride, whole);
    transform(out + n / 2, in + stride, n / 2, 2 * stride, whole);
    for (int k = 0; k < n / 2; k++) {
        double complex even = out[k], odd = w[k * (whole / n)] * out[k + n / 2];
        out[k] = even + odd;
        out[k + n / 2] = even - odd;
    }
}

double spectrum(const double *x, int n, double shift)
{
    double complex in[n], out[n];
    for (int i = 0; i < n; i++)
        in[i] = (x[2 * i] + I * x[2 * i + 1]) * cexp(I * shift * i);
    transform(out, in, n, 1, n);
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * log(1 + creal(out[i] * conj(out[i]))) + carg(out[i] + 20);
    return sum;
}
