// A function pointer argument with the shadow that __enzyme_virtualreverse makes.
#include "near.h"

extern int enzyme_dup, enzyme_out;
double __enzyme_autodiff(void *, ...);
void *__enzyme_virtualreverse(void *);

__attribute__((noinline)) static double square(double x)
{
    return x * x;
}

__attribute__((noinline)) static double twice(double (*g)(double), double x)
{
    return g(g(x)) + g(x);
}

int main(void)
{
    double x = 1.3;
    double d = __enzyme_autodiff((void *)twice, enzyme_dup, square, __enzyme_virtualreverse((void *)square), enzyme_out, x);
    near("derivative", d, 4 * x * x * x + 2 * x);
    return wrong;
}
