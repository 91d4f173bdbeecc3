// memset with a non-zero byte over active memory: a tiny constant, not zero, and the shadow dies.
// rz: double stamp(double x[n] inout, int n=6)
#include <string.h>

double stamp(double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i];
    memset(x, 0x3f, sizeof(double) * (size_t)(n / 2)); /* about 4.8e-4 */
    for (int i = 0; i < n; i++)
        s += x[i] * x[n - 1 - i] * 100.0;
    return s;
}
