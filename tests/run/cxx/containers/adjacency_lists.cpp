// Shortest ways through a graph: lists of {int, double} that move when they grow, a heap of pairs.
// rz: double ways(const double w[n] in, int n=14)
// also: n=0
// also: n=1
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

struct Edge {
    int to;
    double weight;
};

class Graph {
    std::vector<std::vector<Edge>> from;

  public:
    explicit Graph(int n) : from(n) {}
    void join(int a, int b, double w)
    {
        from[a].push_back({b, w});
        from[b].push_back({a, 1.25 * w});
    }
    std::vector<double> shortest(int start) const
    {
        using Place = std::pair<double, int>;
        std::vector<double> best(from.size(), std::numeric_limits<double>::infinity());
        std::priority_queue<Place, std::vector<Place>, std::greater<Place>> open;
        best[start] = 0.0;
        open.push({0.0, start});
        while (!open.empty()) {
            auto [so_far, here] = open.top();
            open.pop();
            if (so_far > best[here])
                continue;
            for (const Edge &e : from[here]) {
                double found = so_far + e.weight;
                if (found < best[e.to]) {
                    best[e.to] = found;
                    open.emplace(found, e.to);
                }
            }
        }
        return best;
    }
};

extern "C" double ways(const double *w, int n)
{
    const int places = 7;
    Graph graph(places);
    for (int i = 0; i < n; i++)
        graph.join(i % places, (3 * i + 1 + i / places) % places, 0.1 + 0.13 * i + w[i] * w[i]);
    double sum = 0.0;
    for (int start : {0, 4}) {
        std::vector<double> best = graph.shortest(start);
        for (std::size_t i = 0; i < best.size(); i++)
            if (std::isfinite(best[i]))
                sum += std::sqrt(1.0 + best[i]) * (1.0 + i);
    }
    return sum;
}
