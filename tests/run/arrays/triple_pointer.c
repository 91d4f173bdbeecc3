// Three levels of indirection into stack cells that are retargeted between uses.
// rz: double deref(double a, double b, double c)
#include <math.h>

double deref(double a, double b, double c)
{
    double x = a, y = b;
    double *p = &x, *q = &y, **pp = &p, ***ppp = &pp;
    ***ppp = ***ppp * b;
    pp = &q;
    ***ppp += sin(x);
    **pp = *q * c;
    p = q;
    pp = &p;
    return **pp * x + ***ppp;
}
