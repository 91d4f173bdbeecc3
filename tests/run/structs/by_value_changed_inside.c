// A struct passed by value is scribbled on by the callee; the caller's is as it was.
// rz: double f(const double x[9] in, int turns=3, double s=0.7)
// also: turns=0
#include <math.h>

struct table {
    int n;
    double p[9];
};

__attribute__((noinline)) double folded(struct table t, int k)
{
    for (int i = 0; i < t.n; i++)
        t.p[(i + k) % 9] = t.p[(i * k) % 9] * 0.5 + sin(t.p[i]);
    return t.p[k % 9] + t.p[0];
}

double f(const double *x, int turns, double s)
{
    struct table t;
    t.n = 5;
    for (int i = 0; i < 9; i++)
        t.p[i] = x[i] * (i + 1) * s;
    double d = s;
    for (int i = 0; i < turns; i++)
        d += sin(folded(t, i) * d) * d;
    return d * t.p[2] + t.p[4];
}
