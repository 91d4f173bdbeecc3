// A traversal calls back into a function that accumulates into a context struct.
// rz: double visit(const double x[n] in, int n=7)
// also: n=0
struct context {
    double sum, weight;
    int seen;
};

typedef void (*visitor)(double, void *);

__attribute__((noinline)) static void for_each(const double *x, int n, visitor f, void *arg)
{
    for (int i = 0; i < n; i++)
        f(x[i], arg);
}

static void gather(double v, void *arg)
{
    struct context *c = arg;
    c->sum += v * v * c->weight;
    c->weight *= 0.8;
    c->seen++;
}

static void multiply(double v, void *arg)
{
    *(double *)arg *= 0.5 + v;
}

double visit(const double *x, int n)
{
    struct context c = {0.0, 1.0, 0};
    double product = 1.0;
    for_each(x, n, gather, &c);
    for_each(x, n, multiply, &product);
    return c.sum * product + c.seen * c.weight * product;
}
