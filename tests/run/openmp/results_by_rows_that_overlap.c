// A row has a result that the row before it has also stored, in an order that the program keeps.
// rz: void f(const double a[3*n] in, const int column[3*n] below n, const double x[n] in, double y[n+1] out, int n=9)
// also: n=1
void f(const double *restrict a, const int *restrict column, const double *restrict x,
       double *restrict y, int n)
{
    for (int part = 0; part < 2; part++) {
#pragma omp parallel for
        for (int i = part; i < n; i += 2) {
            double s = part;
            for (int k = 3 * i; k < 3 * i + i % 4; k++)
                s += a[k] * x[column[k]];
            y[i] = s;
            y[i + 1] = s * s;
        }
    }
}
