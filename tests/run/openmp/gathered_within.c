// Threads of inner teams and of the outer one read the same numbers.
// rz: double f(const double x[n] in, const int at[n] const below 300, int n=300, int m=6)
#ifdef _OPENMP
#include <omp.h>
#else
#define omp_set_max_active_levels(n) (void)(n)
#endif
double f(const double *restrict x, const int *restrict at, int n, int m)
{
    double all = 0;
    omp_set_max_active_levels(2);
#pragma omp parallel for reduction(+ : all) schedule(dynamic)
    for (int k = 0; k < m; k++) {
        double s = x[at[k]];
#pragma omp parallel for reduction(+ : s) num_threads(2)
        for (int i = 0; i < n; i++)
            s += x[at[i]] * x[at[(i + k) % n]];
        all += s * x[at[m - k]];
    }
    omp_set_max_active_levels(1);
    return all;
}
