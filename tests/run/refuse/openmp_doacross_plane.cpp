// Iterations of two loops that wait for their neighbours.
// rz: double f(const double x[9] in, double y[9] inout)
// flags: -fopenmp
extern "C" double f(const double *x, double *y)
{
#pragma omp parallel for ordered(2)
    for (int i = 1; i < 3; i++)  // error: NoDerivative RZ216
        for (int j = 1; j < 3; j++) {
#pragma omp ordered depend(sink : i - 1, j) depend(sink : i, j - 1)
            y[3 * i + j] = y[3 * i - 3 + j] * y[3 * i + j - 1] * x[3 * i + j];
#pragma omp ordered depend(source)
        }
    return y[8];
}
