// A registered forward rule.
#include "near.h"

double __enzyme_fwddiff(void *, ...);
static int used;

__attribute__((noinline)) static double quartic(double x)
{
    return x * x * x * x;
}

static double quartic_forward(double x, double dx)
{
    used++;
    return 4 * x * x * x * dx;
}

void *__enzyme_register_derivative_quartic[2] = {(void *)quartic, (void *)quartic_forward};

static double f(double x)
{
    return quartic(x) * x;
}

int main(void)
{
    near("tangent", __enzyme_fwddiff((void *)f, 1.2, 2.0), 2 * 5 * pow(1.2, 4));
    near("rule used", used, 1);
    return wrong;
}
