// Optimal transport by Sinkhorn in logarithms, the marginals checked now and then to leave early.
// rz: double cost(const double x[n] in sorted 0..1, const double y[m] in sorted 0.2..1.2, const double wx[n] in 0.5..1.5, int n=4, int m=3, double reg 0.2..0.4)
// also: n=1, m=1
#include <float.h>
#include <math.h>
#include <stdbool.h>

static double lse(int n, const double v[n])
{
    double top = -DBL_MAX;
    for (int i = 0; i < n; i++)
        if (v[i] > top)
            top = v[i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += exp(v[i] - top);
    return top + log(s);
}

double cost(const double *x, const double *y, const double *wx, int n, int m, double reg)
{
    double f[n], g[m], c[n][m], t[n > m ? n : m], la[n];
    double total = 0;
    for (int i = 0; i < n; i++)
        total += wx[i];
    for (int i = 0; i < n; i++) {
        la[i] = log(wx[i] / total);
        f[i] = 0;
        for (int j = 0; j < m; j++)
            c[i][j] = (x[i] - y[j]) * (x[i] - y[j]);
    }
    for (int j = 0; j < m; j++)
        g[j] = 0;
    double lb = -log((double)m);
    bool done = false;
    for (int it = 0; it < 200 && !done; it++) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++)
                t[j] = (g[j] - c[i][j]) / reg;
            f[i] = reg * (la[i] - lse(m, t));
        }
        for (int j = 0; j < m; j++) {
            for (int i = 0; i < n; i++)
                t[i] = (f[i] - c[i][j]) / reg;
            g[j] = reg * (lb - lse(n, t));
        }
        if (it % 10 == 9) {
            double err = 0;
            for (int i = 0; i < n; i++) {
                for (int j = 0; j < m; j++)
                    t[j] = (f[i] + g[j] - c[i][j]) / reg;
                err += fabs(lse(m, t) - la[i]);
            }
            done = err < 1e-13;
        }
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            s += c[i][j] * exp((f[i] + g[j] - c[i][j]) / reg);
    return s;
}
