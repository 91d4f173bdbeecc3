// Locks in a class that guards a product, and critical sections with names.
// rz: double f(const double x[n] in 0.8..1.2, int n=9)
#ifdef _OPENMP
#include <omp.h>
#else
typedef int omp_lock_t;
static void omp_init_lock(int *) {}
static void omp_destroy_lock(int *) {}
static void omp_set_lock(int *) {}
static void omp_unset_lock(int *) {}
#endif
struct guard {
    omp_lock_t *lock;
    explicit guard(omp_lock_t *l) : lock(l) { omp_set_lock(lock); }
    ~guard() { omp_unset_lock(lock); }
};
extern "C" double f(const double *x, int n)
{
    double p = 1, q = 1, r = 0;
    omp_lock_t lock;
    omp_init_lock(&lock);
#pragma omp parallel for schedule(dynamic)
    for (int i = 0; i < n; i++) {
        {
            guard inside(&lock);
            p = p * x[i] * 1.25;
        }
#pragma omp critical(second)
        q *= x[i] * x[i];
#pragma omp critical(third)
        r += x[i] * x[0];
    }
    omp_destroy_lock(&lock);
    return p * q + r;
}
