// Loops that end in their middle: what stands behind the test runs once less than what is before it.
// rz: double f(const double x[n+1] in, double z[n+1] inout, int n=5, int rounds=3)
// also: n=0, rounds=2
// also: n=1, rounds=1
double f(const double *x, double *z, int n, int rounds)
{
    double total = 0;
    for (int r = 0; r < rounds; r++) {
        for (int i = 0;; i++) {
            total += x[i] * x[i] * x[i];
            if (i >= n)
                break;
            z[i] = x[i] * x[i] + r;
        }
        for (int i = 0; i <= n; i++)
            total += z[i] * z[i] * x[i];
        for (int i = 0;; i++) {
            total += z[i] * z[i] * z[i];
            if (i == n)
                break;
        }
        z[n] = z[n] * 0.5 + total * 1e-4;
    }
    return total;
}
