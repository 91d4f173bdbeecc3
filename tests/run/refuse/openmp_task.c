// Tasks run whenever a thread is free.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
double f(const double *x, int n)
{
    double a = 0, b = 0;
#pragma omp parallel
#pragma omp single
    {
#pragma omp task shared(a)  // error: NoDerivative RZ216
        for (int i = 0; i < n; i++)
            a += x[i] * x[i];
        b = x[0];
    }
    return a * b;
}
