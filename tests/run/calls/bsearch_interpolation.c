// bsearch for an interval, then linear interpolation of active values.
// rz: double interpolate(const double knot[n] const sorted 0..4, const double y[n] in, int n=8, double at =1.9)
// also: at=3.1
#include <stdlib.h>

static int inside(const void *key, const void *cell)
{
    double t = *(const double *)key;
    const double *k = cell;
    return t < k[0] ? -1 : t >= k[1];
}

double interpolate(const double *knot, const double *y, int n, double at)
{
    double t = at < knot[0] ? knot[0] : at;
    const double *k = bsearch(&t, knot, (size_t)(n - 1), sizeof *knot, inside);
    if (!k)
        return y[n - 1] * at;
    long i = k - knot;
    double f = (t - k[0]) / (k[1] - k[0]);
    double v = y[i] * (1.0 - f) + y[i + 1] * f;
    return v * v;
}
