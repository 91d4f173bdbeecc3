// Seven points of space, three loops deep.
// rz: void f(const double x[n*n*n] in, double y[n*n*n] out, int n=5)
void f(const double *restrict x, double *restrict y, int n)
{
    for (int i = 0; i < n * n * n; i++)
        y[i] = x[i];
#pragma omp parallel for
    for (int i = 1; i < n - 1; i++)
        for (int j = 1; j < n - 1; j++)
            for (int k = 1; k < n - 1; k++) {
                int at = (i * n + j) * n + k;
                y[at] = x[at] * (x[at - 1] + x[at + 1] + x[at - n] + x[at + n])
                        + x[at - n * n] * x[at + n * n];
            }
}
