// An automaton of three states written with goto, entered in any of them, with values that rotate.
// rz: double f(double x, double y, double z, int steps=11, int start=0)
// also: start=1
// also: start=2, steps=4
// also: steps=0
#include <math.h>

double f(double x, double y, double z, int steps, int start)
{
    double a = x, b = y, c = z, t;
    int k = 0;
    switch (start) {
    case 1:
        goto turn;
    case 2:
        goto damp;
    }
heat:
    a = a * b + 0.1;
    if (++k > steps)
        return a + b * c;
    if (a > 2.0)
        goto damp;
turn:
    t = a;
    a = b;
    b = c;
    c = t;
    if (++k > steps)
        return a * c;
    if (k % 3)
        goto heat;
damp:
    c = exp(-c * c) + b;
    a *= 0.75;
    if (++k > steps)
        return a - b;
    if (k % 2)
        goto turn;
    goto heat;
}
