// No processor adds to a long double in one step.
// rz: double f(const long double x[n] in, int n=8)
// flags: -fopenmp
double f(const long double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += (double)(x[i] * x[0]);  // error: NoDerivative RZ216
    return s;
}
