// What the turns read is moved to a larger block behind the loop, and read there again.
// rz: double f(const double x[n*d] in, int d=3, int n=5)
// also: n=1
#include <math.h>
#include <stdlib.h>
double f(const double *x, int d, int n)
{
    double *y = malloc(sizeof(double) * n * d), total = 0;
    for (int i = 0; i < n * d; i++)
        y[i] = x[i] * x[i];
    for (int i = 0; i < n; i++) {
        double s = 1;
        for (int j = 0; j < d; j++)
            s *= 1 + 0.3 * sin(y[i * d + j] * y[j]);
        total += s * s;
    }
    y = realloc(y, sizeof(double) * 40 * n * d);
    for (int i = 0; i < n * d; i++)
        y[n * d + i] = y[i] * sin(y[0]);
    for (int i = 0; i < 2 * n * d; i++)
        total += y[i] * y[i];
    free(y);
    return total;
}
