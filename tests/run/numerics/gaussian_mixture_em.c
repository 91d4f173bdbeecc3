// Two rounds of expectation-maximisation for a one-dimensional mixture.
// rz: double em(const double x[n] in -2..2, double m0 -1..0, double m1 0.5..1, int n=9, int rounds=2)
// also: rounds=0
// also: n=1
#include <math.h>

double em(const double *x, double m0, double m1, int n, int rounds)
{
    double mean[2] = {m0, m1}, weight[2] = {0.5, 0.5}, ll = 0.0;
    for (int r = 0; r <= rounds; r++) {
        double mass[2] = {1e-3, 1e-3}, sum[2] = {0.0, 0.0};
        ll = 0.0;
        for (int i = 0; i < n; i++) {
            double p[2], total = 0.0;
            for (int k = 0; k < 2; k++) {
                double d = x[i] - mean[k];
                p[k] = weight[k] * exp(-0.5 * d * d);
                total += p[k];
            }
            ll += log(total);
            for (int k = 0; k < 2; k++) {
                mass[k] += p[k] / total;
                sum[k] += p[k] / total * x[i];
            }
        }
        for (int k = 0; k < 2 && r < rounds; k++) {
            mean[k] = sum[k] / mass[k];
            weight[k] = mass[k] / (mass[0] + mass[1]);
        }
    }
    return ll;
}
