// Dynamic programming: soft dynamic time warping with a log-sum-exp minimum.
// rz: double warp(const double a[n] in, const double b[m] in, int n=5, int m=6)
// also: n=1, m=1
#include <math.h>

static double soft_min(double a, double b, double c)
{
    double low = a < b ? (a < c ? a : c) : (b < c ? b : c);
    return low - log(exp(low - a) + exp(low - b) + exp(low - c));
}

double warp(const double *a, const double *b, int n, int m)
{
    double t[12][12];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++)
            t[i][j] = i || j ? 1e3 : 0.0;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++) {
            double d = a[i - 1] - b[j - 1];
            t[i][j] = d * d + soft_min(t[i - 1][j], t[i][j - 1], t[i - 1][j - 1]);
        }
    return t[n][m];
}
