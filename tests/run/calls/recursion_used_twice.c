// A recursive result that is used twice on one way and not at all on another.
// rz: double f(const double x[n] in, int n=7)
// also: n=1
__attribute__((noinline)) static double down(const double *x, int at)
{
    if (at < 0)
        return 0.25;
    double below = down(x, at - 1);
    if (at % 3 == 0)
        return x[at];
    if (at % 3 == 1)
        return below + x[at] * below;
    return below + x[at];
}

double f(const double *x, int n)
{
    return down(x, n - 1) + 2 * down(x, n / 2);
}
