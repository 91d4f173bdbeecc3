// Recursions whose value nothing depends on, beside others whose value counts.
// rz: double f(double x in, const double w[3] in, int n=4)
// also: n=0
#include <math.h>

static double down(double u, int k)
{
    if (k <= 0)
        return sin(u);
    return 0.5 * u + down(0.5 * u + sin(0.25 * k), k - 1);
}

double f(double x, const double *w, int n)
{
    double nothing = 0, sum = down(x * w[0], n);
    for (int i = 0; i < 3; i++) {
        nothing = atan(nothing + down(x * w[i], i));
        sum += w[i] * down(sum, n - i);
        if (down(sum, 2) > 1e3)
            sum *= 0.5;
    }
    down(sum, n);
    return sum;
}
