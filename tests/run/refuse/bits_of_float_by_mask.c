// A float that a mask keeps or clears, put beside another one in a word.
// rz: float kept(float x in, float y in, int mask=-1)
#include <string.h>

float kept(float x, float y, int mask)
{
    float square = x * x, result;
    unsigned i, j;
    memcpy(&i, &square, sizeof i);
    memcpy(&j, &y, sizeof j);
    i = (j & (unsigned)~mask) | (i & (unsigned)mask);  // error: NoDerivative RZ203
    memcpy(&result, &i, sizeof result);
    return result * x;
}
