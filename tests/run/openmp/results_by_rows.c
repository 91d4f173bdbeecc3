// A sparse matrix by rows times a vector: each thread reverses its rows as it comes to them.
// rz: void f(const double a[4*n] in, const int column[4*n] below n, const double x[n] in, double y[n] inout, int n=9)
// also: n=1
// also: n=0
void f(const double *restrict a, const int *restrict column, const double *restrict x,
       double *restrict y, int n)
{
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 4 * i; k < 4 * i + i % 5; k++)
            s += a[k] * x[column[k]] * x[i];
        y[i] = s;
    }
}
