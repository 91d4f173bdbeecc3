// How many iterations there are is asked in a function that has no derivative.
// via: cc
#include <math.h>
int __enzyme_iter(int, int);
double __enzyme_autodiff(void *, double);

__attribute__((noinline)) static int count(void)
{
    return __enzyme_iter(5, 1);
}

static double f(double x)
{
    double r = 0;
    for (int i = 0; i <= count(); i++) r += pow(x, i);
    return r;
}

int main(void)
{
    return (int)__enzyme_autodiff((void *)f, 0.5);  // error: SignatureError RZ511
}
