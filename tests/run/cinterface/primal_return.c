// enzyme_primal_return puts the value first, in reverse and forward mode.
#include "near.h"

struct both {
    double value, derivative;
};
extern int enzyme_primal_return, enzyme_dup;
struct both __enzyme_autodiff(void *, ...);
struct both __enzyme_fwddiff(void *, ...);

static double f(double x)
{
    return exp(x) * x;
}

int main(void)
{
    struct both r = __enzyme_autodiff((void *)f, enzyme_primal_return, 0.8);
    struct both t = __enzyme_fwddiff((void *)f, enzyme_primal_return, enzyme_dup, 0.8, 2.0);
    near("reverse value", r.value, f(0.8));
    near("reverse", r.derivative, exp(0.8) * 1.8);
    near("forward value", t.value, f(0.8));
    near("forward", t.derivative, 2 * exp(0.8) * 1.8);
    return wrong;
}
