// qsort of active values with a comparator, then a weighted fold.
// rz: double ordered(double x[n] inout, int n=9)
// also: n=1
#include <stdlib.h>

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double ordered(double *x, int n)
{
    qsort(x, (size_t)n, sizeof *x, ascending);
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += x[i] * x[i] * (i + 1);
        x[i] *= 1.0 + i;
    }
    return s;
}
