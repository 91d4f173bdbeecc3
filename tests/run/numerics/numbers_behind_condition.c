// Products, sums of products and bounded functions of what is no number unless a condition holds.
// rz: double guarded(const double x[n] in, const double w[3] in, int n=9)
// also: n=0
// also: n=1
#include <math.h>

double guarded(const double *x, const double *w, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        double d = x[i] - 1.0, l = log(d), r = sqrt(d), p = pow(d, 1.5);
        sum += d > 0.0 ? l * w[0] + w[1] * l * l : w[2];
        sum *= d > 0.0 ? cos(atan(p)) : 1.0 + 0.1 * w[1];
        sum -= d > 0.0 ? r / (1.0 + r * r * w[2]) : sin(d);
        double kept = i % 2 ? sum : w[0] * l;
        sum += d > 0.0 ? kept : x[i] * w[1];
        sum += fmax(w[0] * l, 0.25) * (d > 0.0 ? w[1] * l : w[2]);
    }
    return sum;
}
