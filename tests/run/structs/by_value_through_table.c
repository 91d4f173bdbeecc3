// Functions that change a struct passed by value, called through a table of them.
// rz: double f(const double x[6] in, const int k[8] const below 3, int n=8)
// also: n=0
#include <math.h>

struct six {
    double v[6];
};

static double grown(struct six t, double s)
{
    for (int i = 1; i < 6; i++)
        t.v[i] += t.v[i - 1] * s;
    return t.v[5];
}

static double shrunk(struct six t, double s)
{
    for (int i = 0; i < 5; i++)
        t.v[i] = sin(t.v[i + 1]) - s;
    return t.v[0] * t.v[4];
}

static double kept(struct six t, double s) { return t.v[2] * s + t.v[3]; }

double f(const double *x, const int *k, int n)
{
    static double (*const table[3])(struct six, double) = {grown, shrunk, kept};
    struct six t;
    for (int i = 0; i < 6; i++)
        t.v[i] = x[i];
    double s = 0.5;
    for (int i = 0; i < n; i++) {
        s = tanh(table[k[i]](t, s));
        t.v[i % 6] += 0.25 * s;
    }
    return s + t.v[0];
}
