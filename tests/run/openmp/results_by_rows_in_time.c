// Steps within a region: each thread stores its results anew in each step.
// rz: void f(const double a[3*n] in, const int column[3*n] below n, const double x[n] in, double y[n] inout, int n=9, int steps=3)
// also: n=1, steps=1
void f(const double *restrict a, const int *restrict column, const double *restrict x,
       double *restrict y, int n, int steps)
{
#pragma omp parallel
    for (int t = 0; t < steps; t++) {
#pragma omp for nowait
        for (int i = 0; i < n; i++) {
            double s = t;
            for (int k = 3 * i; k < 3 * i + i % 4; k++)
                s += a[k] * x[column[k]] * s;
            y[i] = s;
        }
    }
}
