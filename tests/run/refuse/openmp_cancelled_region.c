// A region that one thread may end for all.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        s += x[0] * x[0];
        if (x[1] > 1) {
#pragma omp cancel parallel  // error: NoDerivative RZ216
        }
        s += x[1];
    }
    return s;
}
