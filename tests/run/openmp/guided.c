// Chunks become smaller; the loop goes backwards.
// rz: double f(const double x[n] in, int n=41)
#include <math.h>
double f(const double *x, int n)
{
    double s = 0;
#pragma omp parallel for schedule(guided) reduction(+ : s)
    for (long i = n - 1; i >= 0; i -= 3)
        s += log(1 + x[i]) * x[i / 2];
    return s;
}
