// Eight bytes, a word to the optimiser, are copied from within a number to within another one.
// rz: double f(const double x[n] in 0.5..1.5, int n=4, long from=4)
#include <string.h>

__attribute__((noinline)) static void one(void *to, const void *from)
{
    memcpy(to, from, 8);  // error: TypeUnknown RZ301
}

double f(const double *x, int n, long from)
{
    double squares[4], others[4];
    for (int i = 0; i < 4; i++) {
        squares[i] = x[i] * x[i];
        others[i] = x[i] * x[0];
    }
    one((char *)others + from, (char *)squares + from);
    return others[0] + others[1] * x[1] + others[2] * others[3] + squares[0] * squares[1];
}
