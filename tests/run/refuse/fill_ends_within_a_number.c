// Zeros are written over numbers, as many bytes as are known at run time only.
// rz: double f(const double x[n] in 0.5..1.5, int n=8, long bytes=20)
#include <string.h>

__attribute__((noinline)) static void cleared(double *at, long bytes)
{
    memset(at, 0, bytes);  // error: TypeUnknown RZ301
}

double f(const double *x, int n, long bytes)
{
    double squares[8];
    for (int i = 0; i < 8; i++)
        squares[i] = x[i % n] * x[i % n];
    cleared(squares + 1, bytes);
    double sum = 0;
    for (int i = 0; i < 8; i++)
        sum += (i + 1) * squares[i];
    return sum;
}
