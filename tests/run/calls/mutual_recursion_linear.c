// Two functions that call each other, each linear in the other's result, over an array.
// rz: double f(const double x[n] in, const float y[n] const, int n=9)
// also: n=1
__attribute__((noinline)) static double minus(const double *x, const float *y, int at, int n);

__attribute__((noinline)) static double plus(const double *x, const float *y, int at, int n)
{
    if (at >= n)
        return x[0];
    double sum = 0.1;
    for (int step = 1; step < 3; step++)
        sum += x[at] * y[at] * minus(x, y, at + step, n);
    return sum;
}

static double minus(const double *x, const float *y, int at, int n)
{
    return at >= n ? 1.5 : x[at] * x[at] - plus(x, y, at + 1, n) / y[at];
}

double f(const double *x, const float *y, int n)
{
    return -0.5 * plus(x, y, 0, n);
}
