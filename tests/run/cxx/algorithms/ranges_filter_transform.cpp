// Ranges: views that transform and filter, ranges algorithms.
// rz: double f(const double x[n] in, int n=8)
// flags: -std=c++20
#include <algorithm>
#include <ranges>
#include <span>
#include <vector>

extern "C" double f(const double *x, int n)
{
    std::span<const double> in(x, n);
    auto big = in | std::views::filter([](double v) { return v > 0.8; })
                  | std::views::transform([](double v) { return v * v; });
    double s = 0.0;
    for (double v : big)
        s += v;
    std::vector<double> copy(in.begin(), in.end());
    std::ranges::sort(copy, std::greater<>{});
    std::ranges::transform(copy, copy.begin(), [&](double v) { return v * s; });
    for (int i : std::views::iota(0, n) | std::views::reverse)
        s += copy[i] * (i + 1);
    auto [lo, hi] = std::ranges::minmax_element(copy);
    return s + *lo * *hi;
}
