// The low byte of one number and the rest of another, where the masks come from a table.
// rz: double merged(double x in, const long masks[2] {-256, 255})
#include <string.h>

double merged(double x, const long *masks)
{
    double one = x * x, two = -x, result;
    long i, j;
    memcpy(&i, &one, sizeof i);
    memcpy(&j, &two, sizeof j);
    i = (i & masks[0]) | (j & masks[1]);  // error: NoDerivative RZ203
    memcpy(&result, &i, sizeof result);
    return result;
}
