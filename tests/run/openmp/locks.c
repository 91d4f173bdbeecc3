// A lock instead of a critical section.
// rz: double f(const double x[n] in 0.8..1.2, int n=12)
#ifdef _OPENMP
#include <omp.h>
#endif
double f(const double *x, int n)
{
    double p = 1;
#ifdef _OPENMP
    omp_lock_t lock;
    omp_init_lock(&lock);
#endif
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double v = 0.5 + x[i] * x[i] * 0.5;
#ifdef _OPENMP
        omp_set_lock(&lock);
#endif
        p *= v;
#ifdef _OPENMP
        omp_unset_lock(&lock);
#endif
    }
#ifdef _OPENMP
    omp_destroy_lock(&lock);
#endif
    return p;
}
