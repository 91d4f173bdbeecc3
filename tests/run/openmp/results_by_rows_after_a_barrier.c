// One region with two loops, the second of which reads what the first has stored.
// rz: void f(const double a[3*n] in, const int column[3*n] below n, const double x[n] in, double y[n] out, double z[n] out, int n=9)
// also: n=1
void f(const double *restrict a, const int *restrict column, const double *restrict x,
       double *restrict y, double *restrict z, int n)
{
#pragma omp parallel
    {
#pragma omp for
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int k = 3 * i; k < 3 * i + i % 4; k++)
                s += a[k] * x[column[k]];
            y[i] = s;
        }
#pragma omp for
        for (int i = 0; i < n; i++) {
            double s = 0;
            for (int k = 3 * i; k < 3 * i + i % 4; k++)
                s += a[k] * y[column[k]] * x[column[k]];
            z[i] = s;
        }
    }
}
