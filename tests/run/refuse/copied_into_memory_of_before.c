// memcpy moves active numbers into memory that an earlier call allocated.
// rz: double f(const double x[n] in, int n=4)
#include <stdlib.h>
#include <string.h>

double *work, *result;

__attribute__((constructor)) static void prepare(void)
{
    work = result = malloc(64 * sizeof(double));
}

double f(const double *x, int n)
{
    memcpy(work, x, n * sizeof(double)); // error: ActivityError RZ406
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += result[i] * result[i];
    return s;
}
