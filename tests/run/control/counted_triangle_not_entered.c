// Inner loops of order - 2 unsigned iterations, three deep: with order 1 only the outermost runs.
// rz: double moments(const double x[n] in, double w[n] inout, unsigned n=5, unsigned order=4)
// also: order=1
// also: order=0
// also: order=2
#include <math.h>

double moments(const double *x, double *w, unsigned n, unsigned order)
{
    double total = 0.0, v = 0.5;
    unsigned inner = order - 2;
    for (unsigned i = 0; i < n; i++) {
        double u = x[i];
        v = v * sin(u) + exp(-u * v) * (1.0 + 0.1 * u - 0.02 * u * v + 0.003 * v * v * u);
        if (order > 2)
            for (unsigned k = 0; k < inner; k++) {
                u = u * sin(u) + 0.2 * k * v;
                v = v * u + exp(-v) * (1.0 + 0.1 * u - 0.02 * v * v + 0.003 * u * v * u);
                for (unsigned j = 0; j < inner; j++)
                    u += 0.05 * cos(u * (j + 1.0)) * w[i];
            }
        w[i] = u * u + w[i] * w[i] * v;
        total += u * x[i];
    }
    return total;
}
