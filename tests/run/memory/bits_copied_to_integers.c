// The bits of doubles are copied into an array of integers, signs flipped there, and copied back.
// rz: double f(const double x[n] in -1..1, double y[n] out, int n=9)
// also: n=1
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

double f(const double *x, double *y, int n)
{
    uint64_t *bits = malloc(n * sizeof *bits);
    memcpy(bits, x, n * sizeof *bits);
    for (int i = 0; i < n; i++)
        bits[i] ^= UINT64_C(1) << 63;
    memcpy(y, bits, n * sizeof *bits);
    free(bits);
    double s = 0;
    for (int i = 0; i < n; i++)
        s += i % 2 ? -y[i] * x[i] : y[i] * x[i];
    return s;
}
