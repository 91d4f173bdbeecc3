// What the turns read is set to zero behind the loop, or copied over, and used again.
// rz: double f(const double x[n*d] in, double z[n*d] inout, int d=3, int n=5)
// also: n=1
#include <math.h>
#include <stdlib.h>
#include <string.h>
double f(const double *restrict x, double *restrict z, int d, int n)
{
    double *y = malloc(sizeof(double) * n * d), total = 0;
    for (int i = 0; i < n * d; i++)
        y[i] = x[i] * x[i];
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s *= 1 + 0.3 * sin(y[i * d + j] * z[i * d + j]);
        total += s * s;
    }
    memset(y, 0, sizeof(double) * n * d);
    memcpy(z, x, sizeof(double) * d);
    for (int i = 0; i < d; i++)
        y[i] += x[i] * z[d - 1 - i];
    for (int i = 0; i < n * d; i++)
        total += y[i] * y[i];
    free(y);
    return total;
}
