// Each thread has a block of its own, and keeps it from call to call.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
#include <stdlib.h>
static double *work;
#pragma omp threadprivate(work)
double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel reduction(+ : s)
    {
        if (work == NULL)  // error: NoDerivative RZ216
            work = malloc(2 * sizeof(double));
#pragma omp for
        for (int i = 0; i < n; i++) {
            work[0] = x[i] * x[i];
            work[1] = work[0] * x[i];
            s += work[1];
        }
    }
    return s;
}
