// A constant table of quadrature nodes and weights.
// rz: double gauss(double a, double b 2..3)
#include <math.h>

static const double node[5] = {0.0, 0.5384693101056831, -0.5384693101056831, 0.9061798459386640,
                               -0.9061798459386640};
static const double weight[5] = {0.5688888888888889, 0.4786286704993665, 0.4786286704993665,
                                 0.2369268850561891, 0.2369268850561891};

double gauss(double a, double b)
{
    double half = 0.5 * (b - a), mid = 0.5 * (a + b), s = 0.0;
    for (int i = 0; i < 5; i++)
        s += weight[i] * exp(-(mid + half * node[i])) * (mid + half * node[i]);
    return s * half;
}
