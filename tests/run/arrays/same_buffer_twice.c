// One buffer is passed as two arguments of a callee, overlapping itself.
// rz: void self(double x[n] inout, int n=7)
// also: n=1
__attribute__((noinline)) static void axpy(double *y, const double *x, double a, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = y[i] + a * x[i] * y[i];
}

void self(double *x, int n)
{
    axpy(x, x, 0.5, n);
    axpy(x + 1, x, 0.25, n - 1);
    axpy(x, x + 1, 0.125, n - 1);
}
