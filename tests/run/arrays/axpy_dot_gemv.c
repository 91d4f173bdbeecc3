// axpy, dot and a matrix-vector product in a row on the caller's buffers.
// rz: double blas_like(const double a[n*n] in, const double x[n] in, double y[n] inout, int n=6, double alpha=0.7)
// also: n=1
// also: n=0
double blas_like(const double *a, const double *x, double *y, int n, double alpha)
{
    for (int i = 0; i < n; i++)
        y[i] += alpha * x[i];
    double d = 0.0;
    for (int i = 0; i < n; i++)
        d += x[i] * y[i];
    for (int i = 0; i < n; i++) {
        double s = 0.0;
        for (int j = 0; j < n; j++)
            s += a[i * n + j] * y[j];
        d += s * s;
    }
    return d;
}
