// Rows of a known length that are dealt out two at a time, forwards and backwards, and one by one.
// rz: void f(const double x[120] in, double y[120] out, int n=12)
void f(const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < 120; i++)
        y[i] = x[i];
#pragma omp parallel
    {
#pragma omp for schedule(static, 2)
        for (int i = 1; i < n - 1; i++)
            for (int j = 0; j < 9; j++)
                y[i * 10 + j] = x[i * 10 + j] * x[(i - 1) * 10 + j] + x[(i + 1) * 10 + j + 1];
#pragma omp for schedule(static, 3)
        for (int i = n - 1; i > 1; i--)
            for (int j = 1; j < 10; j++)
                y[i * 10 + j] += x[(i - 2) * 10 + j] * x[i * 10 + j - 1];
#pragma omp for schedule(dynamic)
        for (int i = 1; i < n; i++)
            for (int j = 1; j < 10; j++)
                y[i * 10 + j] -= x[(i - 1) * 10 + j] * x[i * 10 + j] * x[i * 10 + j - 1];
    }
}
