// Calls that return their first argument's pointer, chained.
// rz: double fluent(double x, double y)
struct acc {
    double v;
    int steps;
};

__attribute__((noinline)) static struct acc *add(struct acc *a, double d)
{
    a->v += d;
    a->steps++;
    return a;
}

__attribute__((noinline)) static struct acc *mul(struct acc *a, double d)
{
    a->v *= d;
    a->steps++;
    return a;
}

double fluent(double x, double y)
{
    struct acc a = {x, 0};
    struct acc *end = mul(add(mul(add(&a, y), x), a.v), y + 1.0);
    return end->v * end->steps + a.v * x;
}
