// A struct of operations (an interface in C) with active state beside the pointers.
// rz: double apply(const double x[n] in, int n=7)
// also: n=0
#include <math.h>

struct shape {
    double (*area)(const struct shape *);
    double (*grow)(struct shape *, double);
    double a, b;
};

static double disc_area(const struct shape *s)
{
    return 3.14159 * s->a * s->a;
}

static double box_area(const struct shape *s)
{
    return s->a * s->b;
}

static double grow(struct shape *s, double by)
{
    s->a *= 1.0 + by;
    s->b += by * by;
    return s->area(s);
}

double apply(const double *x, int n)
{
    struct shape disc = {disc_area, grow, 0.5, 0.0}, box = {box_area, grow, 1.0, 2.0};
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        struct shape *p = i % 2 ? &disc : &box;
        s += p->grow(p, 0.1 * x[i]);
    }
    return s * exp(-box.b);
}
