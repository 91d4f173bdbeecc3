// A registered augment and gradient replace the derivative of a pointer function.
#include <stddef.h>
#include "near.h"

extern int enzyme_dup;
void __enzyme_autodiff(void *, ...);
static int augmented, reversed;

__attribute__((noinline)) static void cube(const double *x, double *y)
{
    *y = *x * *x * *x;
}

static void *cube_augment(const double *x, const double *dx, double *y, const double *dy)
{
    (void)dx, (void)dy;
    augmented++;
    *y = *x * *x * *x;
    return NULL;
}

static void cube_gradient(const double *x, double *dx, const double *y, double *dy, void *tape)
{
    (void)y, (void)tape;
    reversed++;
    *dx += 3 * *x * *x * *dy;
    *dy = 0.0;
}

void *__enzyme_register_gradient_cube[3] = {(void *)cube, (void *)cube_augment, (void *)cube_gradient};

static double f(const double *x)
{
    double y, z;
    cube(x, &y);
    cube(&y, &z);
    return y + z;
}

int main(void)
{
    double x = 1.1, dx = 0.0;
    __enzyme_autodiff((void *)f, enzyme_dup, &x, &dx);
    near("dx", dx, 3 * pow(x, 2) + 9 * pow(x, 8));
    near("augmented calls", augmented, 2);
    near("gradient calls", reversed, 2);
    return wrong;
}
