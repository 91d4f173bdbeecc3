// Three blocks take turns while the numbers that scale them are read from an argument in each cell;
// the last of the blocks is the argument's own copy, made half way, and freed before the end.
// rz: double f(const double x[n] in, double w[4] inout 0.1..0.3, int n=10, int steps=6)
// also: steps=3
// also: n=2, steps=2
#include <stdlib.h>
#include <string.h>

double f(const double *x, double *w, int n, int steps)
{
    double *a = malloc(n * sizeof(double)), *b = calloc(n, sizeof(double)), *kept = 0;
    memcpy(a, x, n * sizeof(double));
    double total = 0;
    for (int s = 0; s < steps; s++) {
        for (int i = 1; i < n - 1; i++)
            b[i] = w[0] * a[i - 1] + w[1] * a[i] * a[i] + w[2] * a[i + 1];
        b[0] = w[3] * a[n - 1];
        b[n - 1] = w[3] * a[0] * b[n / 2];
        if (s == steps / 2) {
            kept = malloc(n * sizeof(double));
            memcpy(kept, b, n * sizeof(double));
            w[3] += a[n / 2];
        }
        if (kept)
            for (int i = 0; i < n; i++)
                total += kept[i] * b[i] * w[i % 4];
        double *old = a;
        a = b;
        b = old;
    }
    free(kept);
    for (int i = 0; i < n; i++)
        total += a[i] * a[i];
    free(a);
    free(b);
    return total;
}
