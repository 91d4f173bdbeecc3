// A signal calls a function that takes part in the derivative: nobody knows when.
// rz: double f(double x)
#include <signal.h>

static double g, scale;

static void on(int number)
{
    (void)number;
    scale = g * 2;
}

double f(double x)
{
    g = x * x;
    signal(SIGUSR1, on);  // error: NoDerivative RZ201
    raise(SIGUSR1);
    return scale * x;
}
