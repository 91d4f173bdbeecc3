// Threads read neighbours' cells.
// rz: void f(const double x[n] in, double y[n] out, int n=25)
void f(const double *x, double *y, int n)
{
    y[0] = x[0];
    y[n - 1] = x[n - 1] * x[n - 1];
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        y[i] = x[i - 1] * x[i] + 0.5 * x[i + 1] * x[i + 1];
}
