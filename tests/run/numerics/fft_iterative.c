// An iterative radix-2 FFT in place: bit reversal with swaps, butterflies, then a product.
// rz: void convolve(double z[2*n] inout -1..1, int n=16)
// also: n=2
// also: n=1
#include <math.h>

void convolve(double *z, int n)
{
    for (int i = 1, j = 0; i < n; i++) {
        int bit = n >> 1;
        for (; j & bit; bit >>= 1)
            j ^= bit;
        j ^= bit;
        if (i < j)
            for (int k = 0; k < 2; k++) {
                double t = z[2 * i + k];
                z[2 * i + k] = z[2 * j + k];
                z[2 * j + k] = t;
            }
    }
    for (int len = 2; len <= n; len *= 2) {
        double angle = 2 * 3.141592653589793 / len;
        for (int i = 0; i < n; i += len)
            for (int k = 0; k < len / 2; k++) {
                double *u = z + 2 * (i + k), *v = u + len;
                double c = cos(angle * k), s = sin(angle * k);
                double re = c * v[0] - s * v[1], im = s * v[0] + c * v[1];
                v[0] = u[0] - re;
                v[1] = u[1] - im;
                u[0] += re;
                u[1] += im;
            }
    }
    for (int i = 0; i < n; i++) {
        double re = z[2 * i], im = z[2 * i + 1];
        z[2 * i] = re * re - im * im;
        z[2 * i + 1] = 2 * re * im;
    }
}
