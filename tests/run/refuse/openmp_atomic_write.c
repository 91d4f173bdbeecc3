// The last of several threads to write wins, and nobody knows which.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp atomic write
        s = v;  // error: NoDerivative RZ216
    }
    return s;
}
