// What the last turn left in its scratch array is read behind the loop.
// rz: double f(const double x[n*d] in, int d=4, int n=4)
// also: n=1
#include <math.h>
#include <stdlib.h>
double f(const double *x, int d, int n)
{
    double *z = malloc(sizeof(double) * d);
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            z[j] = exp(0.3 * x[i * d + j]);
        for (int j = 0; j < d; j++)
            s += z[j] * z[j] * x[i * d + d - 1 - j];
        total += log(s);
    }
    double last = 0;
    for (int j = 0; j < d; j++)
        last += z[j] * z[j] * z[j];
    free(z);
    return total + sin(last);
}
