// Templates and containers used with active numbers and with constants side by side.
// rz: double f(const double x[n] in, const double c[n] const, int n=6)
#include <cmath>
#include <numeric>
#include <vector>

template <class T> __attribute__((noinline)) static std::vector<T> squared(const std::vector<T> &v)
{
    std::vector<T> out;
    for (const T &e : v)
        out.push_back(e * e);
    return out;
}

__attribute__((noinline)) static double weighed(const std::vector<double> &a, const std::vector<double> &b)
{
    return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

extern "C" double f(const double *x, const double *c, int n)
{
    std::vector<double> active(x, x + n), constant(c, c + n);
    std::vector<double> both = squared(active), none = squared(squared(constant));
    double fixed = weighed(none, constant);
    return weighed(both, none) * std::sin(fixed) + weighed(active, both) + fixed;
}
