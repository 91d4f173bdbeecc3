// Directives in functions that a region calls.
// rz: double f(const double x[n] in, double y[n] out, int n=15)
static double total;
static __attribute__((noinline)) void squares(const double *x, double *y, int n)
{
#pragma omp for
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}
static __attribute__((noinline)) void gather(const double *y, int n)
{
    double own = 0;
#pragma omp for
    for (int i = 0; i < n; i++)
        own += y[n - 1 - i] * y[i];
#pragma omp critical
    total += own;
#pragma omp barrier
}
double f(const double *x, double *y, int n)
{
    total = 0;
#pragma omp parallel
    {
        squares(x, y, n);
        gather(y, n);
    }
    return total * total;
}
