// A region asks for a number of threads, and goes by the number of each.
// rz: double f(const double x[n] in, int n=22, int threads=3)
// also: threads=1
// also: threads=5
#ifdef _OPENMP
#include <omp.h>
#endif
double f(const double *x, int n, int threads)
{
    double s = 0;
#pragma omp parallel num_threads(threads)
    {
        int t = 0, all = 1;
#ifdef _OPENMP
        t = omp_get_thread_num();
        all = omp_get_num_threads();
#endif
        double own = 0;
        for (int i = t; i < n; i += all)
            own += x[i] * x[i];
#pragma omp critical
        s += own;
    }
    return s * s;
}
