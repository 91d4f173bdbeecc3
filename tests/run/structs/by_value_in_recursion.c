// Each level of a recursion changes a copy of the struct, and reads it again behind the calls.
// rz: double f(const double x[5] in, int depth=4)
// also: depth=0
#include <math.h>

struct state {
    double v[5];
};

static double down(struct state t, int depth)
{
    if (depth == 0)
        return t.v[0] * t.v[4];
    t.v[depth % 5] = sin(t.v[depth % 5]) * t.v[0];
    double left = down(t, depth - 1);
    t.v[0] += tanh(left) * 0.25;
    double right = tanh(down(t, depth - 1));
    return left * t.v[depth % 5] + right * t.v[0];
}

double f(const double *x, int depth)
{
    struct state t = {{x[0], x[1], x[2], x[3], x[4]}};
    return down(t, depth) + t.v[0] * t.v[1];
}
