// A compare-and-swap loop adds an active value to active memory.
// rz: double f(double x[2] inout)
#include <stdint.h>
#include <string.h>

double f(double *x)
{
    uint64_t old = __atomic_load_n((uint64_t *)x, __ATOMIC_RELAXED), fresh;
    double v;
    do {
        memcpy(&v, &old, sizeof v);
        v += x[1] * x[1];
        memcpy(&fresh, &v, sizeof v);
    } while (!__atomic_compare_exchange_n((uint64_t *)x, &old, fresh, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));  // error: NoDerivative RZ205
    return x[0];
}
