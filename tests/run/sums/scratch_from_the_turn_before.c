// A scratch array of which each turn overwrites a part, and reads all.
// rz: double f(const double x[n*d] in, int d=5, int n=4)
// also: n=1
// also: d=1
#include <math.h>
#include <stdlib.h>
double f(const double *x, int d, int n)
{
    double *z = malloc(sizeof(double) * d);
    for (int j = 0; j < d; j++)
        z[j] = 0.1 * j;
    double total = 0;
    for (int i = 0; i < n; i++) {
        for (int j = i & 1; j < d; j += 2)
            z[j] = sin(x[i * d + j]) + (j ? 0.3 * x[i * d + j - 1] : 0);
        double s = 0;
        for (int j = 0; j < d; j++)
            s += z[j] * z[j] * x[i * d + j];
        total += sqrt(1 + s * s);
    }
    free(z);
    return total;
}
