// Bit-fields that select behaviour share a struct with active doubles.
// rz: double assemble(const double x[n] in, int n=8)
// also: n=1
struct cell {
    unsigned kind : 2;
    unsigned wet : 1;
    signed level : 5;
    double density;
    double flux;
};

static void visit(struct cell *c, double x)
{
    c->flux += c->wet ? x * c->density : x * x;
    c->density *= 1.0 + 0.1 * c->level;
    c->level++;
    c->kind = (c->kind + 1) & 3;
    c->wet = c->kind == 2;
}

double assemble(const double *x, int n)
{
    struct cell c = {.kind = 1, .wet = 0, .level = -3, .density = 1.5, .flux = 0.0};
    for (int i = 0; i < n; i++) {
        c.density += 0.05 * x[i];
        visit(&c, x[i]);
    }
    return c.flux * c.density;
}
