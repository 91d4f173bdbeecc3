// Twelve bytes are copied from where a number begins to within one that has no derivative.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long to=4, long bytes=12)
#include <string.h>

double f(const double *x, int n, long to, long bytes)
{
    double squares[4], others[4] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++)
        squares[i] = x[i] * x[i];
    memcpy((char *)others + to, squares, bytes);  // error: TypeUnknown RZ301
    return others[0] * x[0] + others[1] * x[1] + others[2] * others[3];
}
