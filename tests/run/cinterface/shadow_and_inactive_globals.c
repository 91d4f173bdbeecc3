// A global with a shadow of the user's, and one declared inactive.
#include "near.h"

double __enzyme_autodiff(void *, ...);
double scale = 2.0, dscale = 0.0, offset = 5.0;

void *__enzyme_shadow_global_scale[2] = {&scale, &dscale};
void *__enzyme_inactive_global_offset = &offset;

static double f(double x)
{
    return scale * x * x + offset * x;
}

int main(void)
{
    near("dx", __enzyme_autodiff((void *)f, 3.0), 2 * 2 * 3 + 5);
    near("dscale", dscale, 9.0);
    return wrong;
}
