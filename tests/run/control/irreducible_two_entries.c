// An irreducible loop: a goto enters its middle, so it has two entries.
// rz: double f(double x, double y, int steps=7, int middle=1)
// also: middle=0
// also: steps=0
// also: steps=1, middle=0
#include <math.h>

double f(double x, double y, int steps, int middle)
{
    int k = 0;
    double a = x, b = y;
    if (middle)
        goto second;
first:
    a = sin(a) + b * 0.5;
    k++;
    if (k >= steps)
        return a * b;
second:
    b = b * a + 0.25;
    k++;
    if (k < steps)
        goto first;
    return a - b * b;
}
