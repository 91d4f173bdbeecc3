// Power iteration to convergence, Rayleigh quotient.
// rz: double dominant(const double a[n*n] in, int n=4)
// also: n=1
#include <math.h>

double dominant(const double *a, int n)
{
    double v[8], w[8], lambda = 0.0, before;
    for (int i = 0; i < n; i++)
        v[i] = 1.0 / sqrt((double)n);
    int rounds = 0;
    do {
        double norm = 0.0;
        before = lambda;
        lambda = 0.0;
        for (int i = 0; i < n; i++) {
            w[i] = 0.0;
            for (int j = 0; j < n; j++)
                w[i] += a[i * n + j] * v[j];
            lambda += w[i] * v[i];
            norm += w[i] * w[i];
        }
        for (int i = 0; i < n; i++)
            v[i] = w[i] / sqrt(norm);
    } while (++rounds < 60 && fabs(lambda - before) > 1e-15);
    return lambda;
}
