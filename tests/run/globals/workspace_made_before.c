// A work array that another function allocates before; its old content matters once, without derivative.
// rz: double f(const double x[n] in, int n=5)
#include <stdlib.h>

static double *work;

__attribute__((constructor)) void prepare(void)
{
    work = malloc(16 * sizeof *work);
    for (int i = 0; i < 16; i++)
        work[i] = 0.5 + i;
}

double f(const double *x, int n)
{
    double s = work[15] * x[0];
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i] * work[15];
    for (int i = 0; i < n; i++)
        s += work[i] * work[n - 1 - i];
    return s;
}
