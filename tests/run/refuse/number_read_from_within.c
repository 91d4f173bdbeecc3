// A number is read by its bytes, from within two others.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long from=4)
#include <string.h>

double f(const double *x, int n, long from)
{
    double squares[4], read;
    for (int i = 0; i < 4; i++)
        squares[i] = x[i] * x[i];
    memcpy(&read, (char *)squares + from, 8);  // error: TypeUnknown RZ301
    return read * x[0] + squares[1];
}
