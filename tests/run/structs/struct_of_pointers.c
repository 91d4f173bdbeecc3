// A struct of pointers to caller's arrays (structure of arrays view).
// rz: double moment(const double x[n] in, const double y[n] in, const double m[n] in, int n=6)
// also: n=1
struct cloud {
    const double *x, *y, *mass;
    int n;
};

static double total(const struct cloud *c)
{
    double s = 0.0;
    for (int i = 0; i < c->n; i++)
        s += c->mass[i];
    return s;
}

static double inertia(struct cloud c)
{
    double cx = 0.0, cy = 0.0, t = total(&c), s = 0.0;
    for (int i = 0; i < c.n; i++) {
        cx += c.mass[i] * c.x[i] / t;
        cy += c.mass[i] * c.y[i] / t;
    }
    for (int i = 0; i < c.n; i++)
        s += c.mass[i] * ((c.x[i] - cx) * (c.x[i] - cx) + (c.y[i] - cy) * (c.y[i] - cy));
    return s;
}

double moment(const double *x, const double *y, const double *m, int n)
{
    struct cloud c = {x, y, m, n};
    return inertia(c) + 0.1 * total(&c);
}
