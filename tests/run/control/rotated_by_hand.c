// A loop rotated by hand whose first iteration is peeled and whose last one differs.
// rz: double trapezoid(const double f[n] in, int n=9, double h=0.25)
// also: n=2
// also: n=3
double trapezoid(const double *f, int n, double h)
{
    double sum = 0.5 * f[0];
    int i = 1;
    if (i < n - 1)
        do {
            sum += f[i] * (1.0 + 0.01 * f[i - 1]);
        } while (++i < n - 1);
    sum += 0.5 * f[n - 1] * f[n - 1];
    return h * sum;
}
