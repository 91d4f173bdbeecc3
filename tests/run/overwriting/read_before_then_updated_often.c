// An array is read by one loop, then read and updated in place by a loop that is entered often.
// rz: double decay(const double x[n] in, double r[n] inout, int n=7, int turns=3)
// also: turns=0
// also: n=1, turns=2
#include <math.h>

double decay(const double *x, double *r, int n, int turns)
{
    double sum = 0.0;
    for (int i = 0; i < n; i++)
        sum += r[i] * r[i];
    for (int k = 0; k < turns; k++) {
        double next = 0.0;
        for (int i = 0; i < n; i++) {
            sum += sin(r[i]) * x[i];
            r[i] = r[i] * r[i] * 0.5 + x[i] * sum;
        }
        for (int i = 0; i < n; i++)
            next += r[i] * r[i] * x[i];
        sum = 0.1 * next;
    }
    return sum;
}
