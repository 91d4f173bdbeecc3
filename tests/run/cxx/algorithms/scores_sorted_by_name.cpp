// Pairs of names and scores: sorted by name, by score, erased, put in the middle.
// needs: libstdc++
// rz: double scores(const double x[n] in 0.5..1.5, int n=7)
// also: n=3
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

extern "C" double scores(const double *x, int n)
{
    const char *names[] = {"mercury", "venus", "earth", "a wanderer with a long name", "mars", "io", "ceres, the largest of its belt"};
    std::vector<std::pair<std::string, double>> all;
    for (int i = 0; i < n; i++)
        all.emplace_back(names[i], x[i] * x[(i + 1) % n]);
    std::sort(all.begin(), all.end());
    double total = 0;
    for (std::size_t i = 0; i < all.size(); i++)
        total += all[i].second * (i + 1.0);
    all.erase(all.begin() + 1);
    all.insert(all.begin(), {"first of all", total * x[0]});
    std::sort(all.begin(), all.end(), [](const auto &a, const auto &b) { return a.second > b.second; });
    for (std::size_t i = 0; i < all.size(); i++)
        total += all[i].second * all[i].second / (i + 1.0) + 0.01 * all[i].first.size() * all[i].second;
    return total;
}
