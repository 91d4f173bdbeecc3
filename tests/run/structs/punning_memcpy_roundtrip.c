// A double travels through a uint64_t by memcpy and back, bits unchanged.
// rz: double through(const double x[n] in, int n=5)
// also: n=0
#include <stdint.h>
#include <string.h>

static uint64_t pack(double v)
{
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return bits;
}

static double unpack(uint64_t bits)
{
    double v;
    memcpy(&v, &bits, sizeof v);
    return v;
}

double through(const double *x, int n)
{
    uint64_t mail[8];
    for (int i = 0; i < n; i++)
        mail[i] = pack(x[i] * x[i]);
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += unpack(mail[n - 1 - i]) * x[i];
    return s;
}
