// p = k ? x : c, where x is active and c is constant: decided per iteration.
// rz: double choose(const double x[n] in, const double c[n] const 0..1, const int k[n] below 2, int n=9)
// also: n=1
double choose(const double *x, const double *c, const int *k, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        const double *p = k[i] ? x : c;
        s += p[i] * p[n - 1 - i] + p[i];
    }
    return s + x[0] * x[n - 1];
}
