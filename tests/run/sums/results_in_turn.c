// Turns share places: the last that stores to one gets what the caller left there.
// rz: void f(const double a[n*d] in, const double x[d] in, double y[m] inout, int d=3, int n=7, int m=3)
// needs: zero
// also: n=2
// also: m=1
void f(const double *restrict a, const double *restrict x, double *restrict y, int d, int n, int m)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j] * x[j];
        y[i % m] = s;
    }
}
