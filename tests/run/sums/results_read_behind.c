// What turns store is read behind the loop.
// rz: double f(const double a[n*d] in, const double x[d] in, double y[n] out, int d=3, int n=5)
// also: n=1
double f(const double *restrict a, const double *restrict x, double *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j];
        y[i] = s * s;
    }
    double norm = 0;
    for (int i = 0; i < n; i++)
        norm += y[i] * y[n - 1 - i];
    return norm;
}
