// Vector types: four doubles at a time, with lanes read and written.
// rz: double lanes(const double x[4*n] in, int n=3)
// also: n=0
// also: n=1
#include <string.h>

typedef double v4 __attribute__((vector_size(32)));

double lanes(const double *x, int n)
{
    v4 s = {1.0, 0.5, 0.25, 2.0};
    for (int i = 0; i < n; i++) {
        v4 v;
        memcpy(&v, x + 4 * i, sizeof v);
        s = s * v + v * v - 0.1 * s;
        s[i % 4] *= v[0];
    }
    return s[0] * s[1] + s[2] / s[3];
}
