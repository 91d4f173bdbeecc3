// What a recursion read is overwritten behind it: its gradient can neither come early nor late.
// rz: double f(double x[n] inout, int n=6)
// also: n=1
__attribute__((noinline)) static double horner(const double *x, int n, int at)
{
    if (at == n)
        return 0.5;
    return x[at] + 0.3 * x[at] * horner(x, n, at + 1);
}

double f(double *x, int n)
{
    double first = horner(x, n, 0);
    for (int i = 0; i < n; i++)
        x[i] = x[i] * x[i] + first;
    return first + horner(x, n, 0);
}
