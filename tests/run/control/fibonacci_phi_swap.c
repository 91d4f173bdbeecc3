// Two values swap roles at each iteration: phis that depend on each other.
// rz: double pingpong(double a, double b, int n=9)
// also: n=0
// also: n=1
#include <math.h>

double pingpong(double a, double b, int n)
{
    for (int i = 0; i < n; i++) {
        double t = a;
        a = b;
        b = 0.3 * t * b + sin(t);
    }
    return a + 2.0 * b;
}
