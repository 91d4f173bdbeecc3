// The bits of active values are hashed into an integer that only steers: no derivative is lost.
// rz: double f(const double x[n] in, int n=6)
// also: n=0
#include <stdint.h>
#include <string.h>

static unsigned hash(const double *x, int n)
{
    uint64_t h = 14695981039346656037ULL;
    for (int i = 0; i < n; i++) {
        uint64_t bits;
        memcpy(&bits, &x[i], sizeof bits);
        h = (h ^ bits >> 60) * 1099511628211ULL;
    }
    return (unsigned)(h >> 32);
}

double f(const double *x, int n)
{
    unsigned key = hash(x, n) % 5;
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * (double)((key + (unsigned)i) % 3 + 1);
    return s;
}
