// Each turn runs a recurrence through a scratch array whose beginning it sets; lengths are long.
// rz: double f(const double x[n*d] in, double w=0.8, long d=6, long n=4)
// also: n=1
// also: d=1
#include <math.h>
#include <stdlib.h>
double f(const double *x, double w, long d, long n)
{
    double *h = malloc(sizeof(double) * (d + 1));
    double total = 0;
    for (long i = 0; i < n; i++) {
        h[0] = x[i * d];
        for (long j = 0; j < d; j++)
            h[j + 1] = tanh(w * h[j] + x[i * d + j]) * h[0];
        double s = 0;
        for (long j = 0; j <= d; j++)
            s += h[j] * h[j] * h[d - j];
        total += s * s;
    }
    free(h);
    return total;
}
