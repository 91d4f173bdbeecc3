// The bits of an active value are scrambled as an integer and used as a float again.
// rz: double f(double x)
#include <stdint.h>

double f(double x)
{
    union {
        double d;
        uint64_t u;
    } v = {.d = x * x};
    v.u = (v.u * 3) ^ 0x55;  // error: NoDerivative RZ203
    return v.d;
}
