// && and || whose right operands advance active state.
// rz: double race(double x, double y, int n=9)
// also: n=0
#include <math.h>

static int step(double *state, double rate)
{
    *state = *state * rate + 0.1;
    return *state > 1.0;
}

double race(double x, double y, int n)
{
    double a = x, b = y;
    int both = 0;
    for (int i = 0; i < n; i++) {
        if (step(&a, 1.07) && step(&b, y))
            both++;
        if (step(&b, 0.93) || step(&a, 0.9 * x))
            both--;
    }
    return a * b + both;
}
