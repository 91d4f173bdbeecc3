// A part of a loop runs in the order of its iterations.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
double f(const double *x, int n)
{
    double s = 1;
#pragma omp parallel for ordered
    for (int i = 0; i < n; i++) {
        double v = x[i] * x[i];
#pragma omp ordered  // error: NoDerivative RZ216
        s = s * 0.5 + v;
    }
    return s;
}
