// {int, float} passes by value as one 64-bit register.
// rz: float accumulate(const float x[n] in, int n=8)
// also: n=0
#ifndef REAL
#define REAL float
#endif
struct counted {
    int n;
    REAL sum;
};

__attribute__((noinline)) static struct counted add(struct counted c, REAL v)
{
    return (struct counted){c.n + 1, c.sum * (REAL)0.75 + v * v};
}

REAL accumulate(const REAL *x, int n)
{
    struct counted c = {0, (REAL)0.5};
    for (int i = 0; i < n; i++)
        c = add(c, x[i]);
    return c.sum * (REAL)(c.n + 1);
}
