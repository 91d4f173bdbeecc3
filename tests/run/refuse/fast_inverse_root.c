// The float's bits are shifted and subtracted from a magic number.
// rz: double f(double x)
#include <stdint.h>
#include <string.h>

double f(double x)
{
    int64_t bits;
    double y;
    memcpy(&bits, &x, sizeof bits);
    bits = 0x5fe6eb50c7b537a9 - (bits >> 1);  // error: NoDerivative RZ203
    memcpy(&y, &bits, sizeof y);
    return y * (1.5 - 0.5 * x * y * y);
}
