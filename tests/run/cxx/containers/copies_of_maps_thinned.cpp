// Copies of maps lose entries in any order, swap, merge, and give theirs back; the copied ones stay as they were.
// rz: double f(const double x[n] in, const int gone[m] below 24, int n=7, int m=15)
// also: m=0
// also: m=40
#include <map>
#include <string>
#include <utility>

extern "C" double f(const double *x, const int *gone, int n, int m)
{
    std::map<int, std::pair<double, int>> all;
    std::map<std::string, double> named;
    for (int k = 0; k < 24; k++) {
        all[k * 7 % 24] = {x[k % n] * (k + 1), k};
        named["v" + std::to_string(k * 5 % 24)] = x[k % n];
    }
    auto thinned = all;
    auto words = named;
    double s = 0;
    for (int k = 0; k < m; k++) {
        auto at = thinned.find(gone[k]);
        if (at != thinned.end()) {
            s += at->second.first * x[0];
            at = thinned.erase(at);
            if (at != thinned.end())
                at->second.first *= 1.5;
        } else {
            thinned.emplace(gone[k], std::make_pair(s * 0.01, -k));
        }
        words.erase("v" + std::to_string(gone[k]));
        words["w" + std::to_string(k % 5)] += x[k % n];
        if (k % 10 == 9)
            std::swap(thinned, all);
    }
    double weight = 1;
    for (auto at = thinned.rbegin(); at != thinned.rend(); ++at, weight *= 0.9)
        s += weight * at->second.first * at->second.first;
    for (const auto &[key, v] : all)
        s = s * 0.99 + v.first / (2 + key);
    for (auto at = words.rbegin(); at != words.rend(); ++at)
        s = s * 0.95 + at->second * named["v3"];
    return s;
}
