// A region within a region: each thread of either has a variable of its own.
// rz: double f(const double x[n] in, int n=6)
#ifdef _OPENMP
#include <omp.h>
#else
static void omp_set_max_active_levels(int n) { (void)n; }
#endif
static double own;
#pragma omp threadprivate(own)

static double inner(const double *x, int n, double factor)
{
    double sum = 0;
#pragma omp parallel num_threads(2) reduction(+ : sum)
    {
        own = 0;
#pragma omp for
        for (int k = 0; k < n; k++)
            own += factor * x[k] * x[k];
        sum += own;
    }
    return sum;
}

double f(const double *x, int n)
{
    double sum = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel for reduction(+ : sum)
    for (int i = 0; i < n; i++) {
        own = x[i] * x[i];
        double before = own;
        sum += inner(x, n, before) + before;
    }
    omp_set_max_active_levels(1);
    return sum;
}
