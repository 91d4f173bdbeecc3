// Each thread's own variable begins with the first thread's.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
static double own;
#pragma omp threadprivate(own)
extern "C" double f(const double *x, int n)
{
    double s = 0;
    own = x[0];
#pragma omp parallel for copyin(own) reduction(+ : s)  // error: NoDerivative RZ216
    for (int i = 0; i < n; i++)
        s += own * x[i];
    return s;
}
