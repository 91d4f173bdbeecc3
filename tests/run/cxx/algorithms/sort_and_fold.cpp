// std::sort ascending, then by a lambda on a derived key.
// rz: double f(double x[n] inout, int n=19)
// also: n=1
// also: n=0
#include <algorithm>
#include <vector>

extern "C" double f(double *x, int n)
{
    std::sort(x, x + n);
    std::vector<double> v(x, x + n);
    std::sort(v.begin(), v.end(),
              [](double a, double b) { return (a - 1) * (a - 1) < (b - 1) * (b - 1); });
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += v[i] * x[i] * (i + 1);
        x[i] *= x[i];
    }
    return s;
}
