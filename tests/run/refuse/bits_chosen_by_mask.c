// One of two numbers by a mask of bits that the caller gives: all ones or none, nobody knows.
// rz: double chosen(double x in, long mask=-1)
#include <string.h>

double chosen(double x, long mask)
{
    double low = x * x, high = low * x, result;
    long i, j;
    memcpy(&i, &low, sizeof i);
    memcpy(&j, &high, sizeof j);
    i = (i & mask) | (j & ~mask);  // error: NoDerivative RZ203
    memcpy(&result, &i, sizeof result);
    return result;
}
