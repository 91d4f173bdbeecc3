// What the last iteration leaves is used behind the loop.
// rz: double f(const double x[n] in, int n=14)
#include <math.h>
double f(const double *x, int n)
{
    double last = 0, s = 0;
#pragma omp parallel for lastprivate(last) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        last = sin(x[i]) * x[i];
        s += last * last;
    }
    return s + last * last * last;
}
