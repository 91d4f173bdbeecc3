// Rows in chunks, of which a thread may get several, and rows handed out one by one.
// rz: void f(const double a[3*n] in, const int column[3*n] below n, const double x[n] in, double y[n] out, double z[n] out, int n=11)
// also: n=1
void f(const double *restrict a, const int *restrict column, const double *restrict x,
       double *restrict y, double *restrict z, int n)
{
#pragma omp parallel for schedule(static, 2)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 3 * i; k < 3 * i + i % 4; k++)
            s += a[k] * x[column[k]];
        y[i] = s;
    }
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 3 * i; k < 3 * i + i % 4; k++)
            s += a[k] * x[column[k]] * x[column[k]];
        z[i] = s;
    }
}
