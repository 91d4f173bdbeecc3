// A natural cubic spline (tridiagonal solve) evaluated by binary search.
// rz: double spline(const double x[n] in {0.0, 0.9, 2.1, 2.8, 4.2, 5.0}, const double y[n] in, const double at[m] in 0.2..4.8, int n=6, int m=7)
// also: m=0
#include <stddef.h>

double spline(const double *x, const double *y, const double *at, int n, int m)
{
    double c[16], d[16], k[16], sum = 0.0;
    c[0] = d[0] = 0.0;
    for (int i = 1; i < n - 1; i++) {
        double h0 = x[i] - x[i - 1], h1 = x[i + 1] - x[i];
        double rhs = 6 * ((y[i + 1] - y[i]) / h1 - (y[i] - y[i - 1]) / h0);
        double w = 2 * (h0 + h1) - h0 * c[i - 1];
        c[i] = h1 / w;
        d[i] = (rhs - h0 * d[i - 1]) / w;
    }
    k[n - 1] = 0.0;
    for (int i = n - 2; i >= 0; i--)
        k[i] = i ? d[i] - c[i] * k[i + 1] : 0.0;
    for (int q = 0; q < m; q++) {
        int lo = 0, hi = n - 1;
        while (hi - lo > 1) {
            int mid = (lo + hi) / 2;
            if (x[mid] > at[q])
                hi = mid;
            else
                lo = mid;
        }
        double h = x[hi] - x[lo], a = (x[hi] - at[q]) / h, b = (at[q] - x[lo]) / h;
        double v = a * y[lo] + b * y[hi]
                 + ((a * a * a - a) * k[lo] + (b * b * b - b) * k[hi]) * h * h / 6;
        sum += v * v;
    }
    return sum;
}
