// A sum kept behind a pointer and used while it grows.
// rz: void running(const double x[n] in 0.1..0.4, double acc[1] inout, int n=8)
// also: n=1
#include <math.h>

void running(const double *x, double *acc, int n)
{
    for (int i = 0; i < n; i++)
        *acc = *acc + x[i] * sin(*acc);
}
