// An active value is exchanged atomically.
// rz: double f(double x[2] inout)
#include <stdint.h>
#include <string.h>

double f(double *x)
{
    double v = x[1] * x[1];
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    bits = __atomic_exchange_n((uint64_t *)x, bits, __ATOMIC_SEQ_CST);  // error: NoDerivative RZ205
    memcpy(&v, &bits, sizeof v);
    return v * x[0];
}
