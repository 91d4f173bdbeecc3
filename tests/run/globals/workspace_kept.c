// A work array is allocated by the first call, kept for the next ones, and freed by another function.
// rz: double f(const double x[n] in, int n=7)
#include <stdlib.h>

static double *work;

void forget(void)
{
    free(work);
    work = NULL;
}

double f(const double *x, int n)
{
    if (!work)
        work = malloc(64 * sizeof *work);
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i];
    for (int i = 1; i < n; i++)
        work[i] += work[i - 1] * x[n - i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += work[i] * work[n - 1 - i];
    return s;
}
