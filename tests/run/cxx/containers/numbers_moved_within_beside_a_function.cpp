// The caller's numbers are moved within by a fixed number of bytes, while a function object refers to them.
// rz: double f(double x[6] inout, double a in 0.3..0.9, int k=2)
// also: k=1
#include <cmath>
#include <cstring>
#include <functional>

extern "C" double f(double *x, double a, int k)
{
    double d = x[k] * 0.5 + a;
    std::memmove(x + 3, x, 3 * sizeof(double));
    std::function<double(double)> g = [&](double t) { return x[(k * 2 + 2) % 6] * t; };
    if (k % 2 == 0)
        g = [g](double t) { return 0.5 * g(t) + std::sin(t); };
    d = std::tanh(g(d)) + 0.25 * g(0.75);
    return std::exp(std::sin(x[(k * 3 + 3) % 6])) + d * x[k + 3];
}
