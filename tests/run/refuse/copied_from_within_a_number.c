// Sixteen bytes are copied from within a number to where one begins, at places known at run time.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long from=4, long to=0)
#include <string.h>

double f(const double *x, int n, long from, long to)
{
    double squares[4], others[4];
    for (int i = 0; i < 4; i++) {
        squares[i] = x[i] * x[i];
        others[i] = x[i] * x[0];
    }
    memcpy((char *)others + to, (char *)squares + from, 16);  // error: TypeUnknown RZ301
    return others[0] + others[1] * x[1] + others[2] * others[3];
}
