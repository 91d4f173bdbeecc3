// Atomic additions whose old values are used: a running sum with every prefix.
// rz: double f(const double x[n] in, double y[n] out, int n=6)
// also: n=1
double f(const double *x, double *y, int n)
{
    double sum = 0, s = 0;
    for (int i = 0; i < n; i++) {
        double before = __atomic_fetch_add(&sum, x[i] * x[i], __ATOMIC_RELAXED);
        y[i] = before * x[i];
        s += before * before;
    }
    return s + __atomic_fetch_sub(&sum, x[0], __ATOMIC_RELAXED) * sum;
}
