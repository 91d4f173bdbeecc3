// An int and a double in one struct, passed by value and returned (mixed registers).
// rz: double vote(const double x[n] in, int n=8)
// also: n=0
struct best {
    int index;
    double value;
};

__attribute__((noinline)) static struct best better(struct best b, double v, int i)
{
    if (v > b.value) {
        b.value = v * 1.5;
        b.index = i;
    }
    b.value *= 0.9;
    return b;
}

double vote(const double *x, int n)
{
    struct best b = {-1, 0.1};
    for (int i = 0; i < n; i++)
        b = better(b, x[i], i);
    return b.value * b.value * (b.index + 2);
}
