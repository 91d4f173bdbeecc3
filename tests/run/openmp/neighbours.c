// Neighbours' cells: threads meet at the ends of their chunks, whatever the schedule and direction.
// rz: void f(const double x[n] in, double y[n] out, double z[n] out, double w[n] out, int n=29)
void f(const double *restrict x, double *restrict y, double *restrict z, double *restrict w, int n)
{
    for (int i = 0; i < 4; i++)
        y[i] = z[i] = w[i] = y[n - 1 - i] = z[n - 1 - i] = w[n - 1 - i] = x[i];
#pragma omp parallel
    {
#pragma omp for
        for (int i = 2; i < n - 2; i++)
            y[i] = x[i - 2] * x[i + 1] + x[i] * x[i + 2];
#pragma omp for schedule(static, 2)
        for (int i = n - 4; i > 1; i--)
            z[i] = x[i - 1] * x[i] * x[i + 1];
#pragma omp for schedule(dynamic)
        for (int i = 3; i < n; i++)
            w[i] = x[i] * x[i - 3] + x[i - 1];
    }
}
