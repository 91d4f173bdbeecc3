// A function object wrapped in others that hold what it was before, as often as somebody asks.
// rz: double wrapped(const double x[3] in 0.3..1.2, int k=2)
// also: k=0
#include <cmath>
#include <functional>

extern "C" double wrapped(const double *x, int k)
{
    double a = x[1], d = x[0] * a;
    std::function<double(double)> h = [&](double t) { return (d + t) * a; };
    for (int i = 0; i < k; ++i)
        h = [h](double t) { return 0.5 * h(t) + std::sin(t); };
    d = std::tanh(h(d)) + 0.25 * h(x[2]);
    return d * h(d);
}
