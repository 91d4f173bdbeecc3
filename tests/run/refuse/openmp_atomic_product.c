// An atomic product is a loop around a compare-and-exchange.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
double f(const double *x, int n)
{
    double p = 1;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
#pragma omp atomic
        p *= x[i];  // error: NoDerivative RZ216
    }
    return p;
}
