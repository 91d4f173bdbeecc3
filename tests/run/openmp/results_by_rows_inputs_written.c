// What a region reads is written behind it.
// rz: void f(const double a[3*n] in, const int column[3*n] below n, double x[n] inout, double y[n] out, int n=9)
// also: n=1
void f(const double *restrict a, const int *restrict column, double *restrict x,
       double *restrict y, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 3 * i; k < 3 * i + i % 4; k++)
            s += a[k] * x[column[k]];
        y[i] = s;
    }
    x[0] = a[0] * a[1];
}
