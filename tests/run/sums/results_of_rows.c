// A matrix by rows times a vector: each turn stores a result to a place of its own.
// rz: void f(const double a[4*n] in, const int column[4*n] below n, const double x[n] in, double y[n] out, int n=5)
// also: n=1
// also: n=0
void f(const double *restrict a, const int *restrict column, const double *restrict x,
       double *restrict y, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int k = 4 * i; k < 4 * i + i % 5; k++)
            s += a[k] * x[column[k]] * x[i];
        y[i] = s;
    }
}
