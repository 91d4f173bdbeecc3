// Characters are copied over the last bytes of a number.
// rz: double f(const double x[6] in, int n=2)
#include <string.h>

double f(const double *x, int n)
{
    double v[6], sum = 0;
    for (int i = 0; i < 6; i++)
        v[i] = x[i] * x[i];
    memcpy((char *)v + 8 * n + 5, "\0\0@", 3);  // error: TypeUnknown RZ301
    for (int i = 0; i < 6; i++)
        sum += v[i] * v[i];
    return sum;
}
