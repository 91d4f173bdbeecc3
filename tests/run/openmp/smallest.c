// The smallest and the largest of values that threads compute.
// rz: double f(const double x[n] in, int n=13)
#include <math.h>
double f(const double *x, int n)
{
    double low = 1e9, high = -1e9;
#pragma omp parallel for reduction(min : low) reduction(max : high)
    for (int i = 0; i < n; i++) {
        double v = sin(3 * x[i]) + 0.1 * i;
        low = v < low ? v : low;
        high = v > high ? v : high;
    }
    return high * high - low;
}
