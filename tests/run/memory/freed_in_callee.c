// The caller allocates; a callee consumes the buffer and frees it.
// rz: double hand_over(const double x[n] in, int n=6)
// also: n=1
#include <stdlib.h>

__attribute__((noinline)) static double consume(double *p, int n)
{
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s = s * 0.5 + p[i] * p[i];
    free(p);
    return s;
}

double hand_over(const double *x, int n)
{
    double s = 0.0;
    for (int r = 0; r < 3; r++) {
        double *p = malloc(sizeof *p * (size_t)n);
        for (int i = 0; i < n; i++)
            p[i] = x[i] * (r + 1) + s;
        s = consume(p, n) * 0.1;
    }
    return s;
}
