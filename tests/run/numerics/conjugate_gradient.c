// Conjugate gradients, a fixed number of iterations, matrix-free operator.
// rz: double cg(const double d[n] in 2..3, const double b[n] in, int n=6, int iterations=4)
// also: iterations=0
// also: n=1, iterations=1
static void apply(const double *d, const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++) {
        y[i] = d[i] * x[i];
        if (i > 0)
            y[i] -= 0.5 * x[i - 1];
        if (i + 1 < n)
            y[i] -= 0.5 * x[i + 1];
    }
}

static double dot(const double *a, const double *b, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += a[i] * b[i];
    return s;
}

double cg(const double *d, const double *b, int n, int iterations)
{
    double x[16] = {0}, r[16], p[16], q[16];
    for (int i = 0; i < n; i++)
        p[i] = r[i] = b[i];
    double rho = dot(r, r, n);
    for (int k = 0; k < iterations; k++) {
        apply(d, p, q, n);
        double alpha = rho / dot(p, q, n), before = rho;
        for (int i = 0; i < n; i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * q[i];
        }
        rho = dot(r, r, n);
        for (int i = 0; i < n; i++)
            p[i] = r[i] + rho / before * p[i];
    }
    return dot(x, x, n) + 0.1 * dot(x, b, n);
}
