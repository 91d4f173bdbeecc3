// float arguments through a variadic prototype arrive as double and are converted back.
#include "near.h"

float __enzyme_autodiff(void *, ...);
float __enzyme_fwddiff(void *, ...);

static float f(float x)
{
    return x * x * x;
}

int main(void)
{
    float x = 1.25f;
    near_within("reverse", __enzyme_autodiff((void *)f, x), 3 * 1.25 * 1.25, 1e-6);
    near_within("forward", __enzyme_fwddiff((void *)f, x, 2.0f), 6 * 1.25 * 1.25, 1e-6);
    return wrong;
}
