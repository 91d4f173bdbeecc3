// Calls of a registered inactive function carry no derivative, whatever it computes.
#include "near.h"

double __enzyme_autodiff(void *, ...);
static double last;

__attribute__((noinline)) static double weight(double x)
{
    last = x;
    return x * x;
}

void *__enzyme_inactivefn_weight[1] = {(void *)weight};

static double f(double x)
{
    return weight(x) * sin(x);
}

int main(void)
{
    near("derivative", __enzyme_autodiff((void *)f, 0.9), 0.81 * cos(0.9));
    near("was called", last, 0.9);
    return wrong;
}
