// Rows of results that become longer: the next one begins behind them all the same.
// rz: void f(const double a[n*n] in, const double x[n] in, double y[n*n] inout, int n=4)
// also: n=1
void f(const double *restrict a, const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++) {
            double s = 0;
            for (int k = j; k <= i; k++)
                s += a[i * n + k] * x[k] * x[j];
            y[i * n + j] = s;
        }
}
