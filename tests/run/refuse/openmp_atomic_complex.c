// No processor adds to a complex number in one step.
// rz: double f(const double x[n] in, int n=8)
// flags: -fopenmp
#include <complex.h>
double f(const double *x, int n)
{
    double _Complex s = 0;
#pragma omp parallel for
    for (int i = 0; i < n; i++) {
        double _Complex v = x[i] * (1 + 2 * I);
#pragma omp atomic
        s += v;  // error: NoDerivative RZ216
    }
    return creal(s) * cimag(s);
}
