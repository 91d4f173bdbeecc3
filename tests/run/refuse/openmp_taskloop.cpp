// The iterations of a loop are tasks.
// rz: double f(const double x[n] in, double y[n] out, int n=8)
// flags: -fopenmp
extern "C" double f(const double *x, double *y, int n)
{
#pragma omp parallel
#pragma omp single
#pragma omp taskloop  // error: NoDerivative RZ216
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
    return y[0];
}
