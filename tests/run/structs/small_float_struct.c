// Two floats by value in one register, and three in two.
// rz: float blend(const float x[n] in, int n=6)
// also: n=0
#ifndef REAL
#define REAL float
#endif
struct two {
    REAL a, b;
};
struct three {
    REAL r, g, b;
};

__attribute__((noinline)) static struct two spin(struct two p, REAL k)
{
    return (struct two){p.a * k - p.b, p.b * k + p.a};
}

__attribute__((noinline)) static struct three tint(struct three c, struct two p)
{
    return (struct three){c.r + p.a * p.b, c.g * p.a, c.b + p.b};
}

REAL blend(const REAL *x, int n)
{
    struct two p = {1, (REAL)0.5};
    struct three c = {1, 1, 1};
    for (int i = 0; i < n; i++) {
        p = spin(p, x[i] * (REAL)0.5);
        c = tint(c, p);
    }
    return c.r * c.g - c.b;
}
