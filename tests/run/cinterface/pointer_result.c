// A function that returns a pointer into its argument, in the middle of a differentiated chain.
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);

__attribute__((noinline)) static double *larger(double *a, double *b)
{
    return *a > *b ? a : b;
}

static double f(double *a, double *b)
{
    double *p = larger(a, b);
    *p = *p * *p;
    return *a + 2.0 * *b;
}

int main(void)
{
    double a = 3.0, b = 2.0, da = 0.0, db = 0.0;
    __enzyme_autodiff((void *)f, enzyme_dup, &a, &da, enzyme_dup, &b, &db);
    near("da", da, 6.0);
    near("db", db, 2.0);
    near("a", a, 9.0);
    return wrong;
}
