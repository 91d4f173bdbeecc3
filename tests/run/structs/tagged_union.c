// A tagged union whose alternatives hold a double, a pair of floats or an integer.
// rz: double evaluate(const double x[n] in, const int tag[n] below 3, int n=9)
// also: n=0
// tolerance: default
struct value {
    int tag;
    union {
        double scalar;
        double pair[2];
        long count;
    } as;
};

static struct value make(int tag, double x)
{
    struct value v;
    v.tag = tag;
    switch (tag) {
    case 0:
        v.as.scalar = x * x;
        break;
    case 1:
        v.as.pair[0] = x;
        v.as.pair[1] = 1.0 / x;
        break;
    default:
        v.as.count = 3;
    }
    return v;
}

static double read(const struct value *v)
{
    if (v->tag == 0)
        return v->as.scalar * v->as.scalar;
    if (v->tag == 1)
        return v->as.pair[0] * v->as.pair[0] + v->as.pair[1];
    return (double)v->as.count;
}

double evaluate(const double *x, const int *tag, int n)
{
    double s = 1.0;
    for (int i = 0; i < n; i++) {
        struct value v = make(tag[i], x[i] * s);
        s += 0.1 * read(&v);
    }
    return s;
}
