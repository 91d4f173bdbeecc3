// An allocation and its free inside a loop, of a size that changes.
// rz: double layers(const double x[n] in, int n=7)
// also: n=0
// also: n=1
#include <math.h>
#include <stdlib.h>

double layers(const double *x, int n)
{
    double s = 0.5;
    for (int k = 1; k <= n; k++) {
        double *h = malloc(sizeof(double) * (size_t)k);
        for (int i = 0; i < k; i++)
            h[i] = tanh(x[i] * s);
        double t = 0.0;
        for (int i = 0; i < k; i++)
            t += h[i] * h[k - 1 - i];
        s += 0.3 * t;
        free(h);
    }
    return s;
}
