// Helpers that return integers computed from active data steer the active code.
// rz: double argmax_weighted(const double x[n] in, int n=9)
// also: n=1
__attribute__((noinline)) static int argmax(const double *x, int n)
{
    int best = 0;
    for (int i = 1; i < n; i++)
        if (x[i] > x[best])
            best = i;
    return best;
}

__attribute__((noinline)) static int count_above(const double *x, int n, double level)
{
    int c = 0;
    for (int i = 0; i < n; i++)
        c += x[i] > level;
    return c;
}

double argmax_weighted(const double *x, int n)
{
    int i = argmax(x, n), c = count_above(x, n, 0.9);
    return x[i] * x[i] * (c + 1) + x[(i + c) % n];
}
