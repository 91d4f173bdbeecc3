// Rows of results whose last is the first of the next row.
// rz: void f(const double a[n*d] in, const double x[d] in, double y[n*d+1] inout, int d=3, int n=4)
// needs: zero
// also: n=1
// also: d=1
void f(const double *restrict a, const double *restrict x, double *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j] * x[j];
        for (int j = 0; j <= d; j++)
            y[i * d + j] = s * (j + 1);
    }
}
