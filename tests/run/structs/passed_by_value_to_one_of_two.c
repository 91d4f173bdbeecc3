// Which of two functions gets the struct is known when the program runs; both change it.
// rz: double choose(double p[4] in, int n=3, double x=0.7)
// also: n=0
// also: n=1
struct state {
    double a, b, c, d;
};

static double first(struct state s, double x)
{
    s.a *= x;
    s.b = s.a * s.a;
    return s.a * s.b + s.c * x;
}
static double second(struct state s, double x)
{
    s.d *= x;
    return s.d * s.d + s.c * x;
}
static double (*const table[2])(struct state, double) = {first, second};

double choose(const double *p, int n, double x)
{
    struct state s = {p[0] * x, p[1] * x, p[2] * x, p[3] * x};
    double r = 0;
    for (int k = 0; k < n; k++)
        r += table[k & 1](s, 0.5 * x + 0.1 * r);
    return r + s.a * s.b + s.d;
}
