// Signs by xor and copied bits, magnitudes by and, powers of two in the exponent, branches on bits.
// rz: double f(const double x[n] in -2..2, const double y[n] in -2..2, double z[n] out, int n=12, int k=3)
// also: n=1, k=0
#include <math.h>
#include <stdint.h>
#include <string.h>

static uint64_t bits(double x)
{
    uint64_t u;
    memcpy(&u, &x, sizeof u);
    return u;
}

static double number(uint64_t u)
{
    double x;
    memcpy(&x, &u, sizeof x);
    return x;
}

double f(const double *x, const double *y, double *z, int n, int k)
{
    const uint64_t sign = UINT64_C(1) << 63;
    double s = 0;
    for (int i = 0; i < n; i++) {
        int e;
        double part = frexp(x[i] * y[i], &e);
        double flipped = number(bits(x[i]) ^ sign), size = number(bits(y[i]) & ~sign);
        double signed_like = number((bits(x[i]) & ~sign) | (bits(y[i]) & sign));
        double scaled = number(bits(x[i]) + ((uint64_t)k << 52));
        z[i] = flipped * size + ldexp(part, e + 1) * signed_like + scaled * copysign(x[i], y[i]);
        s += (bits(x[i]) >> 52 & 2047) > 1022 ? x[i] * z[i] : 3 * y[i] * z[i];
    }
    return s;
}
