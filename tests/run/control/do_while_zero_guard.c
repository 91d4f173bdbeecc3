// A do-while under a guard: runs at least once only if there is something.
// rz: double mean_log(const double x[n] in, int n=6)
// also: n=0
// also: n=1
#include <math.h>

double mean_log(const double *x, int n)
{
    double s = 0.0;
    int i = 0;
    if (n > 0)
        do {
            s += log(x[i] + s * s);
            i++;
        } while (i < n);
    return n > 0 ? s / n : 0.0;
}
