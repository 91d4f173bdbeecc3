// Five points of a plane: rows of neighbours, in threads.
// rz: void f(const double x[n*n] in, double y[n*n] out, int n=9)
void f(const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < n * n; i++)
        y[i] = x[i];
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++) {
            double c = x[i * n + j];
            y[i * n + j] = c + 0.1 * c * (x[(i - 1) * n + j] + x[(i + 1) * n + j]
                                          + x[i * n + j - 1] * x[i * n + j + 1]);
        }
}
