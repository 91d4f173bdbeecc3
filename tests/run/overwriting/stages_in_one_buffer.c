// Four arrays in one allocation, each a stretch of n; a step reads some and writes others.
// rz: double f(const double x0[n] in, const double a[n*n] in -0.3..0.3, int n=4, int steps=5)
// also: n=1, steps=1
// also: n=3, steps=0
#include <stdlib.h>

static void slopes(const double *restrict x, const double *restrict a, int n, double *restrict out)
{
    for (int i = 0; i < n; i++) {
        double sum = 1;
        for (int j = 0; j < n; j++)
            sum -= a[i * n + j] * x[j];
        out[i] = x[i] * sum;
    }
}

double f(const double *x0, const double *a, int n, int steps)
{
    double *work = malloc(4 * n * sizeof(double));
    double *x = work, *at = work + n, *k1 = at + n, *k2 = work + 3 * n;
    for (int i = 0; i < n; i++)
        x[i] = x0[i];
    for (int s = 0; s < steps; s++) {
        slopes(x, a, n, k1);
        for (int i = 0; i < n; i++)
            at[i] = x[i] + 0.1 * k1[i];
        slopes(at, a, n, k2);
        for (int i = 0; i < n; i++)
            x[i] += 0.05 * (k1[i] + k2[i]) * x[i];
    }
    double total = 0;
    for (int i = 0; i < n; i++)
        total += x[i] * x[i];
    free(work);
    return total;
}
