// Addresses in the bits of numbers that are none, as interpreters box them.
// rz: double f(const double x[n] in 0.5..1.5, int n=6)
#include <stdint.h>

typedef union {
    uint64_t bits;
    double number;
} value;

static const uint64_t tag = 0xfffc000000000000u;

__attribute__((noinline)) static double number(value v)
{
    if ((v.bits & tag) == tag)
        return *(double *)(uintptr_t)(v.bits & 0xffffffffffffu);  // error: ActivityError RZ405
    return v.number;
}

double f(const double *x, int n)
{
    value stack[16];
    double cells[16];
    for (int i = 0; i < n; i++) {
        cells[i] = x[i] * x[i];
        if (i % 2)
            stack[i].bits = tag | (uintptr_t)&cells[i];
        else
            stack[i].number = 3 * x[i];
    }
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += (i + 1) * number(stack[i]);
    return sum;
}
