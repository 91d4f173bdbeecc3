// Turns call functions that are not inlined: one with a loop of any length, one that calls itself.
// rz: double f(const double x[n*d] in, const double w[d] in, double a=0.8, int d=3, int n=5)
// also: n=1
// also: d=1
#include <math.h>
static __attribute__((noinline)) double point(const double *x, const double *w, double a, int d)
{
    double s = a, r = 1;
    for (int j = 0; j < d; j++)
        s *= 1 + 0.3 * sin(x[j] * w[j]);
    while (r < 3 + s)
        r = r * (1.3 + 0.1 * s) + 0.1;
    return s * r;
}
static __attribute__((noinline)) double halves(const double *x, int d, double u)
{
    if (d < 2)
        return sin(x[0] * u);
    double one = halves(x, d / 2, u * 0.9), other = halves(x + d / 2, d - d / 2, one);
    return one * other + x[d - 1];
}
double f(const double *x, const double *w, double a, int d, int n)
{
    double total = 0;
    for (int i = 0; i < n; i++) {
        double s = point(x + i * d, w, a, d), r = 0;
        for (int j = 0; j < d; j++)
            r += point(x + i * d, w, s * 0.1, j + 1) * s;
        total += r * halves(x + i * d, d, a);
    }
    return total * 0.25;
}
