// A helper that knows nothing of the variable reallocates its block; a stack of numbers is pushed to.
// rz: double f(const double x[n] in, int n=5)
// also: n=12
#include <stdlib.h>

static double *base, *at, *end;

__attribute__((noinline)) static double *grown(double *block, size_t count)
{
    return realloc(block, count * sizeof *block);
}

static void push(double value)
{
    if (at == end) {
        size_t used = at - base, room = used ? 2 * used : 4;
        base = grown(base, room);
        at = base + used;
        end = base + room;
    }
    *at++ = value;
}

double f(const double *x, int n)
{
    at = base;
    for (int i = 0; i < 2 * n; i++)
        push(x[i % n] * (i + 1));
    double s = 0;
    for (const double *p = base; p != at; p++)
        s += *p * *p;
    return s;
}
