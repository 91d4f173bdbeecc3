// Each turn reads what earlier ones have stored.
// rz: void f(const double a[n*n] in, double x[n] inout, int n=4)
// also: n=1
void f(const double *restrict a, double *restrict x, int n)
{
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < n; j++)
            s += a[i * n + j] * x[j];
        x[i] = s;
    }
}
