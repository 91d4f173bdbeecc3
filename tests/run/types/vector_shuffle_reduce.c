// Vector shuffles and a horizontal sum.
// rz: double horizontal(const double x[8] in, const double y[8] in)
#include <string.h>

typedef double v4 __attribute__((vector_size(32)));
typedef long m4 __attribute__((vector_size(32)));

#ifdef __clang__
#define REVERSED(v) __builtin_shufflevector(v, v, 3, 2, 1, 0)
#define BLENDED(a, b) __builtin_shufflevector(a, b, 0, 5, 2, 7)
#else
#define REVERSED(v) __builtin_shuffle(v, (m4){3, 2, 1, 0})
#define BLENDED(a, b) __builtin_shuffle(a, b, (m4){0, 5, 2, 7})
#endif

double horizontal(const double *x, const double *y)
{
    v4 a, b, c, d;
    memcpy(&a, x, sizeof a);
    memcpy(&b, x + 4, sizeof b);
    memcpy(&c, y, sizeof c);
    memcpy(&d, y + 4, sizeof d);
    v4 t = a * REVERSED(b) + BLENDED(c, d) * a;
    t = t + REVERSED(t) * 0.5;
    return t[0] + t[1] * t[2] - t[3];
}
