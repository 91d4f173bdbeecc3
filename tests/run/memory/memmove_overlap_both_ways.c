// memmove with overlap, up and down, between nonlinear updates.
// rz: void slide(double x[n] inout, int n=9)
// also: n=3
#include <string.h>

void slide(double *x, int n)
{
    memmove(x + 1, x, sizeof(double) * (size_t)(n - 1));
    for (int i = 0; i < n; i++)
        x[i] *= x[i];
    memmove(x, x + 2, sizeof(double) * (size_t)(n - 2));
    for (int i = 1; i < n; i++)
        x[i] *= x[i - 1];
}
