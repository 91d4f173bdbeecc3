// The parity of an integer sequence chooses the formula; the trip count is known only at run time.
// rz: double walk(double x, double y, int start=6)
// also: start=1
// also: start=2
#include <math.h>

double walk(double x, double y, int start)
{
    double v = x;
    for (long n = start; n != 1; n = (n & 1) ? 3 * n + 1 : n / 2) {
        if (n & 1)
            v = cos(v) + 0.2 * y;
        else
            v = 0.7 * v + y * v * 0.1;
    }
    return v;
}
