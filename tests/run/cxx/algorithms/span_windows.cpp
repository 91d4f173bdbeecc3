// std::span windows over the input, handed to functions.
// rz: double f(const double x[n] in, double y[n] out, int n=6)
// flags: -std=c++20
#include <numeric>
#include <span>

static double norm(std::span<const double> v)
{
    return std::inner_product(v.begin(), v.end(), v.begin(), 0.0);
}
static void scale(std::span<double> v, double by)
{
    for (double &e : v)
        e *= by;
}

extern "C" double f(const double *x, double *y, int n)
{
    std::span<const double> in(x, n);
    std::span<double> out(y, n);
    for (int i = 0; i < n; i++)
        out[i] = in[i] * in[n - 1 - i];
    scale(out.first(n / 2), norm(in.last(3)));
    scale(out.subspan(n / 2), norm(in.subspan(1, 2)));
    return norm(out);
}
