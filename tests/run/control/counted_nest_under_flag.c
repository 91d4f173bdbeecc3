// Flags let loops of a nest in whose counts are enormous where a flag is not set.
// rz: double correction(double x[n] inout, int n=5, int flags=3, int order=4, long reach=3)
// also: flags=2, order=2000000000
// also: flags=1, reach=900000000000
// also: flags=4, order=-5, reach=-7
// also: flags=0, order=1500000000, reach=1500000000
#include <math.h>

double correction(double *x, int n, int flags, int order, long reach)
{
    double total = 0.0;
    for (int i = 0; i < n; i++) {
        double u = x[i], v = 1.0;
        if (flags & 4)
            u = sin(u) * cos(u) + exp(-u * u) * (1.0 + 0.1 * u - 0.02 * u * u + 0.003 * u * u * u);
        if (flags & 1)
            for (int k = 1; k != order; k++) {
                u = sin(u) + 0.1 * k * u * u;
                v = v * u + exp(-u) * (1.0 + 0.1 * v - 0.02 * v * v + 0.003 * v * v * u);
            }
        else
            v += sin(u) * cos(v) + exp(-u * v) * (1.0 + 0.1 * u - 0.02 * u * v);
        if (flags & 2)
            for (long k = 0; k < reach; k++) {
                u *= cos(u + 0.01 * k);
                v = v * u + exp(-v) * (1.0 + 0.1 * u - 0.02 * v * v + 0.003 * u * v * u);
            }
        else
            v -= sin(v) * cos(u) + exp(-u * v) * (1.0 + 0.2 * u - 0.03 * u * v);
        x[i] = u * v;
        total += u;
    }
    return total;
}
