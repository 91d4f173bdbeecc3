// Pieces are appended with mempcpy, each behind the one before, and a number behind them all.
// rz: double f(const double x[n] in, double y[n] in, int n=6)
// also: n=1
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

double f(const double *x, double *y, int n)
{
    double *all = malloc((2 * n + 1) * sizeof *all), *end = all, s = 0;
    end = mempcpy(end, x, n * sizeof *x);
    end = mempcpy(end, y, n * sizeof *y);
    *end = x[0] * y[n - 1];
    for (int i = 0; i <= 2 * n; i++)
        s += all[i] * all[2 * n - i] * (i + 1);
    free(all);
    return s;
}
