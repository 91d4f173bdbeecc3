// Two arrays in one allocation that share their last and first elements, and one given twice.
// rz: double f(double x[2*n] inout, const double c[n] in, int n=6, int rounds=3)
// also: n=2, rounds=2
// also: n=3, rounds=1
static double work(double *p, double *q, const double *c, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++)
        p[i] = p[i] * c[i] + 0.1;
    for (int i = 0; i < n; i++)
        q[i] = q[i] * q[i] * 0.5;
    for (int i = 0; i < n; i++)
        total += p[i] * p[i] * c[i];
    return total;
}

double f(double *x, const double *c, int n, int rounds)
{
    double total = 0;
    for (int r = 0; r < rounds; r++) {
        total += work(x, x + n, c, n);
        total += work(x, x + n - 1, c, n);
        total += work(x + n, x + 1, c, n / 2);
        total += work(x, x, c, n);
    }
    return total;
}
