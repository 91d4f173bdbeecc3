// Eight characters are stored at once over the end of one number and the beginning of the next.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long to=4)
#include <string.h>

double f(const double *x, int n, long to)
{
    double squares[4];
    for (int i = 0; i < 4; i++)
        squares[i] = x[i] * x[i];
    memcpy((char *)squares + to, "abcdefg@", 8);  // error: TypeUnknown RZ301
    return squares[0] * x[0] + squares[1] * squares[2];
}
