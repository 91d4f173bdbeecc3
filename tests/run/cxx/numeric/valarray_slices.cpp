// std::valarray expressions, slices and masks.
// rz: double f(const double x[n] in, int n=6)
#include <valarray>
#include <cmath>

extern "C" double f(const double *x, int n)
{
    std::valarray<double> v(x, n), w = v * 2.0 + 1.0;
    w = std::sin(w) * v - std::exp(-v);
    std::valarray<double> even = w[std::slice(0, n / 2, 2)];
    w[v > 1.0] = 0.5;
    w += v.shift(1);
    w[std::slice(1, n / 2, 2)] *= even;
    return w.sum() + (v * w).sum() + w.max();
}
