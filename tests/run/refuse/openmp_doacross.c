// Iterations that wait for earlier ones.
// rz: double f(const double x[n] in, double y[n] inout, int n=8)
// flags: -fopenmp
double f(const double *x, double *y, int n)
{
#pragma omp parallel for ordered(1)
    for (int i = 1; i < n; i++) {  // error: NoDerivative RZ216
#pragma omp ordered depend(sink : i - 1)
        y[i] = y[i - 1] * x[i];
#pragma omp ordered depend(source)
    }
    return y[n - 1];
}
