// One thread's number is copied to all others.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
extern "C" double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        double scale;
#pragma omp single copyprivate(scale)
        scale = x[0] * x[n - 1];  // error: NoDerivative RZ216
#pragma omp for
        for (int i = 0; i < n; i++)
            s += scale * x[i];
    }
    return s;
}
