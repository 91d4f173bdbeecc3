// Long doubles are copied, moved, cleared and reallocated in lengths known at run time only.
// rz: long double f(const long double x[n] in, int n=7)
// also: n=1
#include <stdlib.h>
#include <string.h>

#ifndef REAL
#define REAL long double
#endif

REAL f(const REAL *x, int n)
{
    REAL *y = malloc(n * sizeof *y), *z = malloc(n * sizeof *z), s = 0;
    memcpy(y, x, n * sizeof *y);
    for (int i = 0; i < n; i++)
        y[i] *= x[n - 1 - i];
    memmove(z, y, n * sizeof *z);
    y = realloc(y, 2 * n * sizeof *y);
    memset(y + n, 0, n * sizeof *y);
    for (int i = 0; i < n; i++)
        s += y[i] * z[i] * (i + 1) + y[n + i] * x[i];
    free(y);
    free(z);
    return s;
}
