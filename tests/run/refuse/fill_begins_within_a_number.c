// A fill begins within a number and ends where it ends.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long to=4, long bytes=4)
#include <string.h>

double f(const double *x, int n, long to, long bytes)
{
    double squares[4];
    for (int i = 0; i < 4; i++)
        squares[i] = x[i] * x[i];
    memset((char *)squares + to, 0, bytes);  // error: TypeUnknown RZ301
    return squares[0] * x[0] + squares[1] * squares[2];
}
