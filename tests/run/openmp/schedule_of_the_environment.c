// A schedule that the environment decides, in a loop that counts down.
// rz: double f(const double x[n] in, double y[n] out, int n=13)
double f(const double *x, double *y, int n)
{
    double s = 0;
#pragma omp parallel
    {
#pragma omp for schedule(runtime)
        for (int i = n - 1; i >= 0; i -= 2)
            y[i] = x[i] * x[i];
#pragma omp for schedule(auto) nowait
        for (int i = n - 2; i >= 0; i -= 2)
            y[i] = x[i] * x[0];
#pragma omp barrier
#pragma omp for schedule(runtime) reduction(+ : s)
        for (int i = 0; i < n; i++)
            s += y[i] * y[n - 1 - i];
    }
    return s;
}
