// Tuples returned and taken apart with structured bindings; a map iterated with them.
// rz: double f(double x, double y)
#include <array>
#include <map>
#include <tuple>
#include <utility>
#include <cmath>

static std::tuple<double, double, int> polar(double x, double y)
{
    return {std::sqrt(x * x + y * y), std::atan2(y, x), x > 0 ? 1 : -1};
}
static std::pair<double, double> both(double a) { return {std::sin(a), std::cos(a)}; }

extern "C" double f(double x, double y)
{
    auto [r, phi, sign] = polar(x, y);
    const auto &[s, c] = both(phi);
    std::map<int, std::pair<double, double>> table;
    for (int k = 1; k <= 3; k++)
        table[k] = {r * k, s * c * k};
    double total = sign * r;
    for (auto &[k, v] : table) {
        auto &[p, q] = v;
        p *= 2.0;
        total += p * q / k;
    }
    std::array<double, 3> a{r, s, c};
    auto [u, v, w] = a;
    return total + u * v * w;
}
