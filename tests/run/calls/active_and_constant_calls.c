// One noinline function is called with active and with constant arguments.
// rz: double both(const double x[n] in, const double c[n] const 1..2, int n=6)
// also: n=1
__attribute__((noinline)) static double dot(const double *a, const double *b, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

double both(const double *x, const double *c, int n)
{
    double xx = dot(x, x, n), xc = dot(x, c, n), cc = dot(c, c, n), cx = dot(c, x, n);
    return xx * xc + cc * xx - 0.1 * cx * cx;
}
