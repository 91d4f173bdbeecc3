// A function of the program's own is declared to be like log1p.
#include "near.h"

double __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static double table_log(double x)
{
    return (double)(float)log(1.0 + x);
}

void *__enzyme_function_like_log[2] = {(void *)table_log, "log1p"};

static double f(double x)
{
    return 3.0 * table_log(x * x);
}

int main(void)
{
    near("derivative", __enzyme_autodiff((void *)f, 0.5), 3.0 / 1.25 * 2 * 0.5);
    return wrong;
}
