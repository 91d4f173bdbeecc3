// A callee returns a pointer to the element it chose; the caller writes through it.
// rz: double bump(double x[n] inout, int n=7)
// also: n=1
__attribute__((noinline)) static double *largest(double *x, int n)
{
    double *best = x;
    for (int i = 1; i < n; i++)
        if (x[i] > *best)
            best = &x[i];
    return best;
}

double bump(double *x, int n)
{
    double s = 0.0;
    for (int t = 0; t < 3; t++) {
        double *p = largest(x, n);
        s += *p * (t + 1);
        *p *= 0.4 * *p;
    }
    return s;
}
