// Eight floats at a time with a remainder loop.
// rz: float sum(const float x[n] in, int n=21)
// also: n=8
// also: n=3
#include <string.h>
#ifndef REAL
#define REAL float
#endif
typedef REAL v8 __attribute__((vector_size(8 * sizeof(REAL))));

REAL sum(const REAL *x, int n)
{
    v8 acc = {0};
    REAL s = 0;
    int i = 0;
    for (; i + 8 <= n; i += 8) {
        v8 v;
        memcpy(&v, x + i, sizeof v);
        acc += v * v;
    }
    for (int k = 0; k < 8; k++)
        s += acc[k];
    for (; i < n; i++)
        s += x[i] * x[i];
    return s * s * (REAL)0.01;
}
