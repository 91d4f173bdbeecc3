// What is copied on the way to a `throw` is followed, and freed, by a function that is called there.
// rz: double f(const double x[n] in 0.5..1.5, int n=5)
struct Box {
    double **slot;
    long more[9];
    double sum;
};

struct Failed {
    double v;
};

static __attribute__((noinline)) void put(Box *b, double v)
{
    double *old = *b->slot;
    *b->slot = new double[2]{v, 2 * v};
    delete[] old;
}

static __attribute__((noinline)) void fail(const Box *a, double v)
{
    Box c = *a;
    put(&c, v);
    throw Failed{c.sum + **c.slot};
}

extern "C" double f(const double *x, int n)
{
    double *where = new double[2]{x[0], x[1]};
    Box b{&where, {}, x[n - 1]};
    double s = 0;
    try {
        for (int i = 0; i < n; i++) {
            put(&b, x[i]);
            s += where[0] * where[1];
            if (s > 0.1)
                fail(&b, x[2]);
        }
    } catch (const Failed &found) {  // error: NoDerivative|RunError RZ209|RZ604
        s += found.v;
    }
    delete[] where;
    return s * b.sum;
}
