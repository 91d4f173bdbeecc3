// An exported std::vector is scratch that is kept for the next call, and so is another one.
// rz: double f(const double x[n] in, int n=6)
// also: n=11
// also: n=3
// needs: libstdc++
#include <vector>

std::vector<double> scratch;
std::vector<double> sums;

extern "C" double f(const double *x, int n)
{
    scratch.resize(n);
    sums.assign(n, 0.0);
    for (int i = 0; i < n; i++)
        scratch[i] = x[i] * x[(i + 1) % n];
    for (int i = 0; i < n; i++)
        sums[i] += scratch[i] * scratch[n - 1 - i];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += sums[i] * x[i];
    return s;
}
