/* A vector divided by its length, the length asked for in each turn: O(n^2) as it is written. */
#include <math.h>

static double length(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sqrt(sum);
}

void normalise(double *restrict out, const double *restrict x, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = x[i] / length(x, n);
}
