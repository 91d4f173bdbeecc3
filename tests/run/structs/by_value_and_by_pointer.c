// The callee writes to the struct whose copy it was passed, and reads the copy afterwards.
// rz: double f(const double x[4] in, double y[4] inout, double s=0.7)
#include <math.h>

struct four {
    double v[4];
};

__attribute__((noinline)) double mixed(struct four t, struct four *p, double s)
{
    for (int i = 0; i < 4; i++)
        p->v[i] = t.v[3 - i] * s + p->v[i] * p->v[(i + 1) % 4];
    return t.v[0] * p->v[1] + t.v[2] * t.v[3];
}

double f(const double *x, double *y, double s)
{
    struct four *q = (struct four *)y;
    for (int i = 0; i < 4; i++)
        q->v[i] *= x[i];
    double r = mixed(*q, q, s);
    return r + mixed(*q, q, sin(r));
}
