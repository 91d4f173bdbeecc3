// Scans, rotations, partitions, stable sorts, merges and set operations of the standard library.
// rz: double worked(const double x[n] in 0..2, int n=9)
// also: n=1
#include <algorithm>
#include <functional>
#include <iterator>
#include <numeric>
#include <utility>
#include <vector>

extern "C" double worked(const double *x, int n)
{
    std::vector<double> v(x, x + n), w;
    std::partial_sum(v.begin(), v.end(), std::back_inserter(w));
    std::rotate(w.begin(), w.begin() + n / 2, w.end());
    std::vector<double> d(n);
    std::adjacent_difference(w.begin(), w.end(), d.begin(), [](double a, double b) { return a - 0.7 * b; });
    auto middle = std::stable_partition(d.begin(), d.end(), [](double q) { return q > 0; });
    std::sort(d.begin(), middle);
    std::stable_sort(middle, d.end(), std::greater<>());
    std::vector<double> both;
    std::merge(v.begin(), v.end(), d.begin(), d.end(), std::back_inserter(both));
    std::inclusive_scan(both.begin(), both.end(), both.begin(), [](double a, double b) { return 0.5 * a + b; });
    std::reverse(both.begin(), both.end());
    std::vector<std::pair<double, int>> ranked;
    for (int i = 0; i < static_cast<int>(both.size()); i++)
        ranked.emplace_back(both[i], i);
    std::partial_sort(ranked.begin(), ranked.begin() + (n + 1) / 2, ranked.end());
    double s = std::transform_reduce(v.begin(), v.end(), d.begin(), 0.0);
    for (int i = 0; i < (n + 1) / 2; i++)
        s += ranked[i].first * (ranked[i].second % 3 + 1);
    std::swap_ranges(v.begin(), v.begin() + n / 2, d.begin());
    std::iter_swap(v.begin(), v.end() - 1);
    auto [low, high] = std::minmax_element(v.begin(), v.end());
    return s + *low * *high + std::inner_product(v.begin(), v.end(), both.begin(), 1.0);
}
