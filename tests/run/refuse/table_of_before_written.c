// A work array allocated when the library was loaded: it has no shadow.
// rz: double f(const double x[n] in, int n=4)
#include <stdlib.h>

double *work, *result;

__attribute__((constructor)) static void prepare(void)
{
    work = result = malloc(64 * sizeof(double));
}

double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        work[i] = x[i] * x[i]; // error: ActivityError RZ406
    for (int i = 0; i < n; i++)
        s += result[i] * result[n - 1 - i];
    return s;
}
