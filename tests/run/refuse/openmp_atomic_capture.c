// What was there before an atomic addition depends on the order of threads.
// rz: double f(const double x[n] in, double y[n] out, int n=8)
// flags: -fopenmp
double f(const double *x, double *y, int n)
{
    double s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double before;
#pragma omp atomic capture
        { before = s; s += x[i]; }  // error: NoDerivative RZ216
        y[i] = before * x[i];
    }
    return s;
}
