// memcpy out of a buffer that is changed afterwards; both versions are used.
// rz: void versions(double x[n] inout, int n=7)
// also: n=1
#include <string.h>

void versions(double *x, int n)
{
    double old[16];
    memcpy(old, x, sizeof(double) * (size_t)n);
    for (int i = 0; i < n; i++)
        x[i] = x[i] * x[i] + 0.5;
    for (int i = 0; i < n; i++)
        x[i] = x[i] * old[n - 1 - i];
}
