// A lock that is only tried: who got it depends on the order of threads.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
#include <omp.h>
double f(const double *x, int n)
{
    double p = 1;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        while (!omp_test_lock(&lock))  // error: NoDerivative RZ216
            ;
        p *= x[i];
        omp_unset_lock(&lock);
    }
    return p;
}
