// The seed of the recursion is not known before it has ended: it is run again with its gradient.
// rz: double f(const double a[n*n] in -1..1, int n=4)
// also: n=1
#include <math.h>

static double minor(const double *a, int n, int row, unsigned used)
{
    if (row == n)
        return 1;
    double sum = 0, sign = 1;
    for (int column = 0; column < n; column++) {
        if (used >> column & 1)
            continue;
        sum += sign * a[row * n + column] * minor(a, n, row + 1, used | 1u << column);
        sign = -sign;
    }
    return sum;
}

double f(const double *a, int n)
{
    double d = minor(a, n, 0, 0);
    return log(1 + d * d) + d * a[0];
}
