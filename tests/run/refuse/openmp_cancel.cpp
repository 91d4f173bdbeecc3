// A loop that one thread may end for all.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
extern "C" double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i];
        if (x[i] > 1) {
#pragma omp cancel for  // error: NoDerivative RZ216
        }
    }
    return s;
}
