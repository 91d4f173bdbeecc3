// One object keeps lists, maps, deques, bit sets and optional parts at once, copied before each trial and thrown away.
// needs: libstdc++, types
// rz: double f(const double x[n] in, const int plan[m] below 6, int n=6, int m=15)
#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <deque>
#include <forward_list>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace {

struct Part {
    double mass;
    std::optional<double> spin;
};
struct World {
    std::deque<Part> queue;
    std::map<int, std::vector<double>> tracks;
    std::forward_list<std::pair<int, double>> notes;
    std::bitset<64> seen;
    std::multiset<int> ranks;
    std::array<double, 3> total{};
    std::optional<Part> last;

    void act(int what, double v)
    {
        seen.set(static_cast<std::size_t>(what) * 7 % 64);
        ranks.insert(what % 3);
        switch (what) {
        case 0: queue.push_back({v, std::nullopt}); break;
        case 1: queue.push_front({v * v, v}); break;
        case 2:
            if (!queue.empty()) {
                last = queue.back();
                queue.pop_back();
            }
            break;
        case 3: tracks[static_cast<int>(queue.size())].push_back(v); break;
        case 4: notes.emplace_front(what, std::sin(v)); break;
        default:
            if (last)
                total[seen.count() % 3] += last->mass * last->spin.value_or(v);
            last.reset();
        }
    }
    double energy() const
    {
        double e = total[0] + 2 * total[1] + 3 * total[2];
        for (const auto &[mass, spin] : queue)
            e += spin ? mass * *spin : mass;
        for (const auto &[key, values] : tracks)
            for (double v : values)
                e += (key + 1) * v;
        for (const auto &[kind, v] : notes)
            e = e * 0.9 + kind * v;
        return e + static_cast<double>(ranks.count(1));
    }
};

} // namespace

extern "C" double f(const double *x, const int *plan, int n, int m)
{
    World world;
    double sum = 0;
    for (int k = 0; k < m; k++) {
        World trial = world;
        trial.act(plan[k], x[k % n] * (1 + 0.1 * k));
        if (trial.energy() > world.energy() - 0.5 || k % 3 == 0)
            world = std::move(trial);
        else
            sum += trial.energy();
    }
    return sum + world.energy();
}
