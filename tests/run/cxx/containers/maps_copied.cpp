// Maps are copied, assigned over one another and changed on: entries looked up, erased, gone through from either end.
// rz: double f(const double x[n] in, int n=6, int m=15)
// also: m=2
// also: m=31
#include <iterator>
#include <map>
#include <set>
#include <utility>

extern "C" double f(const double *x, int n, int m)
{
    std::map<int, double> first, second;
    double s = 0;
    for (int k = 0; k < m; k++) {
        first[k * 5 % 16] += x[k % n] * k;
        second = first;
        second[k * 3 % 16] *= x[0];
        if (k % 4 == 3)
            second.erase(second.begin());
        first = second;
    }
    const std::map<int, double> copy(first);
    double weight = 1;
    for (auto at = copy.rbegin(); at != copy.rend(); ++at) {
        s += weight * at->second * at->second / (1 + at->first);
        weight *= 0.8;
    }
    auto at = copy.find(copy.rbegin()->first / 2 * 2);
    if (at != copy.end() && at != copy.begin())
        s += std::prev(at)->second * at->second;
    std::multimap<int, double> many;
    for (const auto &[key, v] : copy)
        many.emplace(key % 3, v);
    std::multimap<int, double> others(many);
    for (int k = 0; k < m; k++)
        others.emplace(k % 5, x[k % n]);
    auto [low, high] = others.equal_range(2);
    for (; low != high; ++low)
        s = s * 0.9 + low->second * x[1];
    return s;
}
