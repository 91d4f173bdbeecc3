// The halves of an active value are exchanged.
// rz: double f(double x)
#include <stdint.h>
#include <string.h>

double f(double x)
{
    uint64_t u;
    double y;
    memcpy(&u, &x, sizeof u);
    u = u << 32 | u >> 32;  // error: NoDerivative RZ203
    memcpy(&y, &u, sizeof y);
    return y * x;
}
