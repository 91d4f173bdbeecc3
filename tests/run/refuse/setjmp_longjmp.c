// A non-local jump around active code.
// rz: double f(double x)
#include <setjmp.h>

static jmp_buf place;

__attribute__((noinline)) static double risky(double v)
{
    if (v > 10.0)
        longjmp(place, 1);
    return v * v;
}

double f(double x)
{
    if (setjmp(place))  // error: NoDerivative RZ206
        return 0.0;
    return risky(x) * x;
}
