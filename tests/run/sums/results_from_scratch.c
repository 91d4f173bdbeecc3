// Scratch of each turn, and results to the caller.
// rz: void f(const double x[n*d] in, const double w[1] in, double y[n] inout, int d=3, int n=4)
// needs: zero
// also: n=1
#include <math.h>
#include <stdlib.h>
void f(const double *restrict x, const double *restrict w, double *restrict y, int d, int n)
{
    double *z = malloc(sizeof(double) * d);
    for (int i = 0; i < n; i++) {
        double s = 0;
        for (int j = 0; j < d; j++)
            z[j] = sin(x[i * d + j]) * *w;
        for (int j = 0; j < d; j++)
            s += z[j] * z[j];
        y[i] = s;
    }
    free(z);
}
