// Structs of two addresses, of numbers and of an index table, are copied, exchanged and chosen.
// rz: double f(const double x[n] in, const int order[n] perm n, int n=6, int flip=0)
// also: flip=1
struct view {
    const double *values;
    const int *order;
};
struct both {
    struct view first, second;
};

__attribute__((noinline)) static void exchange(struct both *b)
{
    struct view kept = b->first;
    b->first = b->second;
    b->second = kept;
}

__attribute__((noinline)) static double sum(const struct view *v, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s = s * 0.5 + v->values[v->order[i]] * v->values[i];
    return s;
}

double f(const double *x, const int *order, int n, int flip)
{
    double squares[64];
    int straight[64];
    for (int i = 0; i < n; i++) {
        squares[i] = x[i] * x[i];
        straight[i] = i;
    }
    struct both b = {{x, straight}, {squares, order}};
    if (flip)
        exchange(&b);
    struct view chosen = flip ? b.first : b.second;
    return sum(&b.first, n) + 2.0 * sum(&b.second, n) + 3.0 * sum(&chosen, n);
}
