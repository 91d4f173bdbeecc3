// A variable that each thread has, and keeps from region to region.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
static double own;
#pragma omp threadprivate(own)
double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        own = 0;  // error: NoDerivative RZ216
#pragma omp for
        for (int i = 0; i < n; i++)
            own += x[i] * x[i];
        s += own * own;
    }
    return s;
}
