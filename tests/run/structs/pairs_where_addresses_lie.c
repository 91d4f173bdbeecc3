// Pairs of numbers, changed at once where a count and an address lie at other times.
// rz: double f(double x, double y, int n=8)
struct wide { int tag; union { struct { double re, im; } pair; struct { long at; const double *of; } place; } as; };
__attribute__((noinline)) static double of(const struct wide *c)
{
    return c->tag ? c->as.place.of[c->as.place.at] : c->as.pair.re * c->as.pair.im + c->as.pair.im;
}
__attribute__((noinline)) static void pair(struct wide *c, const double *from)
{
    c->tag = 0;
    c->as.pair.re = from[0] * from[1];
    c->as.pair.im = from[1] * from[0];
}
__attribute__((noinline)) static void change(struct wide *c, double by)
{
    c->as.pair.re *= by;
    c->as.pair.im *= by;
}
__attribute__((noinline)) static void place(struct wide *c, const double *of, long at)
{
    c->tag = 1;
    c->as.place.at = at;
    c->as.place.of = of;
}
double f(double x, double y, int n)
{
    const double own[2] = {x * x, y};
    struct wide v[3];
    double s = 0;
    for (int i = 0; i < 3; i++) pair(&v[i], own);
    for (int i = 0; i < n; i++) {
        struct wide *c = &v[i % 3];
        s += of(c) * x;
        if (i % 4 == 1) place(c, own, i % 2);
        else if (c->tag) pair(c, own);
        else change(c, s / (1 + s * s));
        s += of(c) * (i + 1) * 0.25;
    }
    return s;
}
