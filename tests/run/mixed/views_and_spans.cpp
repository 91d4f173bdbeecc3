// Views of C++20 over spans: transform, filter, take, reverse, iota; projections in sorts.
// rz: double viewed(const double x[n] in 0..2, int n=9)
// also: n=0
// needs: types
// flags: -std=c++20
#include <algorithm>
#include <numeric>
#include <ranges>
#include <span>
#include <vector>

namespace {
struct Item {
    double cost;
    int number;
    double worth() const { return cost * cost - number; }
};
} // namespace

extern "C" double viewed(const double *x, int n)
{
    std::span<const double> all(x, n);
    std::vector<Item> items;
    for (int i : std::views::iota(0, n))
        items.push_back({all[i], i % 4});
    std::ranges::sort(items, {}, &Item::worth);
    double s = 0;
    for (double v : items | std::views::filter([](const Item &i) { return i.number != 1; }) |
                        std::views::transform(&Item::worth) | std::views::take(5))
        s += v * v;
    for (double v : all | std::views::reverse | std::views::drop(2) | std::views::transform([&](double q) { return q * s; }))
        s += 0.1 * v;
    auto most = std::ranges::max_element(all);
    return most == all.end() ? s : s + *most * *most;
}
