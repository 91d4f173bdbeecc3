// A league of teams.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
double f(const double *x, int n)
{
    double s = 0;
#pragma omp teams distribute parallel for reduction(+ : s)  // error: NoDerivative RZ216
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    return s;
}
