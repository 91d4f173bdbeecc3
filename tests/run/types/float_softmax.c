// Single precision softmax cross-entropy.
// rz: float loss(const float z[n] in -2..2, int n=7)
// also: n=1
// needs: zero
#include <math.h>
#ifndef REAL
#define REAL float
#define EXP expf
#define LOG logf
#else
#define EXP exp
#define LOG log
#endif
REAL loss(const REAL *z, int n)
{
    REAL top = z[0], sum = 0;
    for (int i = 1; i < n; i++)
        top = z[i] > top ? z[i] : top;
    for (int i = 0; i < n; i++)
        sum += EXP(z[i] - top);
    return LOG(sum) - (z[n / 2] - top);
}
