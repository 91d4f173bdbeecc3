// Vector comparisons give masks that select lanes.
// rz: double masked(const double x[4*n] in -1..1, int n=3)
// also: n=0
#include <string.h>

typedef double v4 __attribute__((vector_size(32)));
typedef long m4 __attribute__((vector_size(32)));

static v4 select(m4 mask, v4 a, v4 b)
{
    v4 r;
    for (int i = 0; i < 4; i++)
        r[i] = mask[i] ? a[i] : b[i];
    return r;
}

double masked(const double *x, int n)
{
    v4 s = {0.5, 0.5, 0.5, 0.5};
    for (int i = 0; i < n; i++) {
        v4 v;
        memcpy(&v, x + 4 * i, sizeof v);
        s = select(v > 0.0, s + v * v, s - 0.5 * v * s);
    }
    return s[0] * s[1] * s[2] * s[3];
}
