// Reads that look like each thread's own and are not: loops that follow each other without a
// barrier, and one that begins again with other bounds.
// rz: void f(const double x[n] in, double y[n] out, double z[n] out, double w[3*n] out, int n=14)
void f(const double *restrict x, double *restrict y, double *restrict z, double *restrict w, int n)
{
#pragma omp parallel
    {
#pragma omp for nowait
        for (int i = 0; i < n; i++)
            y[i] = x[i] * x[i];
#pragma omp for schedule(dynamic) nowait
        for (int i = 0; i < n; i++)
            z[n - 1 - i] = x[i] * x[n - 1 - i];
        for (int k = 0; k < 3; k++) {
#pragma omp for schedule(dynamic) nowait
            for (int i = 0; i < n - k; i++)
                w[k * n + i] = x[i] * (1 + k * x[i]);
#pragma omp for schedule(static) nowait
            for (int i = n - k; i < n; i++)
                w[k * n + i] = 1;
        }
    }
}
