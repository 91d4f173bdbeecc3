// Dijkstra over active weights, edges in vectors of tuples, the queue by pairs with std::greater; then a spanning tree.
// rz: double far(const double w[3*n] in 0.5..1.5, int n=7)
// also: n=2
#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <queue>
#include <tuple>
#include <vector>

namespace {
int root(std::vector<int> &up, int i)
{
    while (up[i] != i)
        i = up[i] = up[up[i]];
    return i;
}
} // namespace

extern "C" double far(const double *w, int n)
{
    std::vector<std::vector<std::tuple<int, double>>> next(n);
    std::vector<std::tuple<double, int, int>> edges;
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 3; k++) {
            int j = (i + 1 + k * 2) % n;
            if (i == j)
                continue;
            next[i].emplace_back(j, w[3 * i + k]);
            edges.emplace_back(w[3 * i + k] * (k + 1), i, j);
        }
    using Entry = std::pair<double, int>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    std::vector<double> dist(n, std::numeric_limits<double>::infinity());
    dist[0] = 0;
    queue.emplace(0.0, 0);
    while (!queue.empty()) {
        auto [d, i] = queue.top();
        queue.pop();
        if (d > dist[i])
            continue;
        for (auto [j, len] : next[i])
            if (d + len < dist[j]) {
                dist[j] = d + len;
                queue.emplace(dist[j], j);
            }
    }
    double s = *std::max_element(dist.begin(), dist.end());
    for (double d : dist)
        s += 0.1 * d * d;
    std::sort(edges.begin(), edges.end());
    std::vector<int> up(n);
    std::iota(up.begin(), up.end(), 0);
    for (auto &[len, i, j] : edges) {
        int a = root(up, i), b = root(up, j);
        if (a != b) {
            up[a] = b;
            s += len * len;
        }
    }
    return s;
}
