// Neighbours in a plane whose cells are dealt out one by one.
// rz: void f(const double x[n*m] in, double y[n*m] out, int n=7, int m=6)
void f(const double *restrict x, double *restrict y, int n, int m)
{
    for (int i = 0; i < n * m; i++)
        y[i] = x[i];
#pragma omp parallel for collapse(2) schedule(static, 3)
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < m - 1; j++)
            y[i * m + j] = x[i * m + j] * (x[(i - 1) * m + j] + x[(i + 1) * m + j])
                           - x[i * m + j - 1] * x[i * m + j + 1];
}
