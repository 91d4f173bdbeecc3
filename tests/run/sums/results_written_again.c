// One of the results is written again behind the loop.
// rz: void f(const double a[n*d] in, const double x[d] in, double y[n] out, int d=3, int n=5)
// also: n=1
void f(const double *restrict a, const double *restrict x, double *restrict y, int d, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            s += a[i * d + j] * x[j] * s + x[j];
        y[i] = s;
    }
    y[0] = 0.5;
}
