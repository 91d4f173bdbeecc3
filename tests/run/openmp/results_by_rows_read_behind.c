// The results of a region are read behind it, in a region whose results are not.
// rz: double f(const double a[3*n] in, const int column[3*n] below n, const double x[n] in, double y[n] out, double z[n] out, int n=9)
// also: n=1
double f(const double *restrict a, const int *restrict column, const double *restrict x,
         double *restrict y, double *restrict z, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 3 * i; k < 3 * i + i % 4; k++)
            s += a[k] * x[column[k]];
        y[i] = s * s;
    }
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int k = 3 * i; k < 3 * i + i % 4; k++)
            s += a[k] * y[column[k]];
        z[i] = s;
    }
    return y[n / 2];
}
