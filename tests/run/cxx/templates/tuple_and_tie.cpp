// Functions return tuples and pairs that are tied and forwarded.
// rz: double f(double x, double y)
#include <cmath>
#include <tuple>
#include <utility>

static std::tuple<double, int, double> polar(double x, double y)
{
    return {std::hypot(x, y), x > y ? 1 : 2, std::atan2(y, x)};
}

static std::pair<double, double> ordered(double a, double b)
{
    return a < b ? std::make_pair(a, b) : std::make_pair(b, a * b);
}

extern "C" double f(double x, double y)
{
    double r, t;
    int which;
    std::tie(r, which, t) = polar(x, y);
    auto [low, high] = ordered(r, t);
    return low * high * which + std::apply([](double a, int, double c) { return a * c; }, polar(y, x));
}
