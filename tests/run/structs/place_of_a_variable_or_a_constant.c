// Cells of constants and of places in a variable of the program: an optimiser writes both as one.
// rz: double f(const double x[n] in 0.5..1, double a in 0.5..1, int n=5, int k=1)
// also: k=0
// also: k=2
// needs: no tape

struct cell { int tag; union { double d; const double *at; long count; } u; };

static double kept[4];

static inline struct cell number(double d) { struct cell c = {0, {.d = d}}; return c; }
static inline struct cell place(const double *at) { struct cell c = {3, {.at = at}}; return c; }

__attribute__((noinline)) static struct cell constant(double d) { return number(d); }
__attribute__((noinline)) static struct cell at(const struct cell *c) { return *c; }

static inline double value(struct cell c)
{
    return c.tag == 0 ? c.u.d : c.tag == 2 ? 0.125 * (double)c.u.count : *c.u.at * 0.5;
}

double f(const double *restrict x, double a, int n, int k)
{
    struct cell first[3], then[4];
    kept[3] = x[4];
    for (int i = 0; i < 3; ++i)
        switch ((i + k) % 3) {
        case 1: first[i] = place(kept + 3); break;
        default: first[i] = constant(0.75); break;
        }
    for (int i = 0; i < 4; i++)
        switch ((i + n) % 3) {
        case 0: then[i] = number(a); break;
        case 1: then[i] = at(first); break;
        default: then[i] = first[0]; break;
        }
    double s = 0;
    for (int i = 3; i >= 0; i--)
        s += value(then[i]);
    return s;
}
