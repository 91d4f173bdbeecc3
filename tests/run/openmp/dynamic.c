// Chunks go to whoever asks first.
// rz: double f(const double x[n] in, double y[n] out, int n=37)
// also: n=1
#include <math.h>
double f(const double *x, double *y, int n)
{
    double s = 0;
#pragma omp parallel for schedule(dynamic, 2) reduction(+ : s)
    for (int i = 0; i < n; i++) {
        double v = x[i];
        for (int k = 0; k < i % 5; k++)
            v = sin(v) + 0.3 * v * x[k];
        y[i] = v;
        s += v * v;
    }
    return s;
}
