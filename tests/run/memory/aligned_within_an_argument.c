// A work array of the caller's, aligned by hand, and indexed by the distance.
// rz: double f(const double x[n] in 0.5..1.5, double w[m] work, int n=6, int m=20)
#include <stdint.h>

double f(const double *x, double *w, int n, int m)
{
    double *a = (double *)(((uintptr_t)w + 63) & ~(uintptr_t)63);
    int far = (int)(a - w);
    for (int i = 0; i < m; i++)
        w[i] = 0;
    for (int i = 0; i < n; i++)
        a[i] = x[i] * x[i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i + 1) * w[far + i];
    for (int i = 0; i < m; i++)
        w[i] = 0;
    return s;
}
