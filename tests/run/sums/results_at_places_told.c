// Where a result goes is read from a table, which may name a place twice.
// rz: void f(const double a[n*d] in, const double x[d] in, const int place[n] below n, double y[n] inout, int d=3, int n=6)
// also: n=1
void f(const double *restrict a, const double *restrict x, const int *restrict place,
       double *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j] * x[j];
        y[place[i]] = s;
    }
}
