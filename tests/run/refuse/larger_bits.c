// The bits of a number are compared with a constant, and the larger ones are a number again.
// rz: double f(double x in 0.5..1.5)
#include <stdint.h>
#include <string.h>

double f(double x)
{
    int64_t bits;
    double y = x * x;
    memcpy(&bits, &y, 8);
    bits = bits < 5 ? 5 : bits;  // error: NoDerivative RZ203
    memcpy(&y, &bits, 8);
    return y * x;
}
