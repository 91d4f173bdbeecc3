// A callee writes several globals; the caller resets some of them between calls.
// rz: double report(const double x[n] in, int n=6)
// also: n=1
static double total, largest, product;

__attribute__((noinline)) static void observe(double v)
{
    total += v;
    product *= 0.5 + v;
    if (v > largest)
        largest = v;
}

double report(const double *x, int n)
{
    double s = 0.0;
    for (int r = 0; r < 2; r++) {
        total = 0.0;
        largest = -1e9;
        product = 1.0;
        for (int i = r; i < n; i += 1 + r)
            observe(x[i] * x[i]);
        s += total * product + (n > r ? largest * total : 0.0);
    }
    return s;
}
