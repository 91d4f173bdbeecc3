// One running index of 64 bits through a rectangle whose rows are cut short by a break.
// rz: double f(double a[n*m] inout, const double x[m] in, int n=4, int m=5)
// also: n=1, m=1
// also: n=3, m=2
#include <stddef.h>

double f(double *a, const double *x, int n, int m)
{
    size_t at = 0;
    double sum = 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < m; j++) {
            a[at] = a[at] * a[at] * x[j];
            sum += a[at++];
        }
        if (sum > 50)
            break;
    }
    return sum;
}
