// Closures: a function beside the memory that it works on, kept in an array of structs.
// rz: double chain(const double x[n] in, int n=8)
// also: n=0
// also: n=3
#include <math.h>
#include <string.h>

struct closure {
    double (*call)(const struct closure *, double);
    union {
        double factor;
        struct {
            float shift;
            int times;
        } repeat;
        const double *table;
    } with;
};

static double scale(const struct closure *c, double v) { return c->with.factor * v; }
static double again(const struct closure *c, double v)
{
    for (int i = 0; i < c->with.repeat.times; i++)
        v = sin(v) + c->with.repeat.shift;
    return v;
}
static double lookup(const struct closure *c, double v)
{
    return v > 0.0 ? c->with.table[1] * v : c->with.table[0] - v;
}

double chain(const double *x, int n)
{
    struct closure all[16];
    int count = 0;
    for (int i = 0; i < n && count < 16; i++) {
        struct closure *c = &all[count++];
        memset(c, 0, sizeof *c);
        if (i % 3 == 0) {
            c->call = scale;
            c->with.factor = x[i] * x[i];
        } else if (i % 3 == 1) {
            c->call = again;
            c->with.repeat.shift = 0.25f;
            c->with.repeat.times = i;
        } else {
            c->call = lookup;
            c->with.table = x + i - 2;
        }
    }
    double v = 0.7;
    for (int i = 0; i < count; i++)
        v = all[i].call(&all[i], v);
    return v;
}
