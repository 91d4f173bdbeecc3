// std::array by value, nested, and in structured bindings.
// rz: double f(double x, double y)
#include <array>
#include <cmath>

using Pair = std::array<double, 2>;

static Pair rotate(Pair p, double angle)
{
    auto [a, b] = p;
    return {a * std::cos(angle) - b * std::sin(angle), a * std::sin(angle) + b * std::cos(angle)};
}

extern "C" double f(double x, double y)
{
    std::array<Pair, 3> path{{{x, y}, {y, x * y}, {1.0, x}}};
    for (auto &p : path)
        p = rotate(p, x * p[0]);
    double s = 0.0;
    for (const auto &[a, b] : path)
        s += a * b + a;
    return s;
}
