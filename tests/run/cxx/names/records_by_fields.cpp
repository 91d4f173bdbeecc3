// Records with names: grouped by name, numbered, put together with insert and replace.
// rz: double records(const double x[n] in 0.5..1.5, int n=9)
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Group {
    std::string label;
    double sum = 0, square = 0;
    int count = 0;
};

} // namespace

extern "C" double records(const double *x, int n)
{
    std::map<std::string, Group> groups;
    for (int i = 0; i < n; i++) {
        std::string key = "group-" + std::to_string(i % 3);
        if (i % 3 == 2)
            key.insert(0, "the last and longest ").append("!");
        Group &g = groups[key];
        if (g.count == 0)
            g.label = key + "/" + std::to_string(i);
        g.sum += x[i];
        g.square += x[i] * x[i];
        g.count++;
    }
    std::vector<std::pair<std::string, Group>> kept;
    for (auto &[key, g] : groups) {
        g.label.replace(0, 3, "G");
        kept.push_back({key, g});
    }
    kept.pop_back();
    kept.insert(kept.begin() + 1, {"between", Group{"b", x[0] * x[1], x[2], 1}});
    double total = 0;
    for (const auto &[key, g] : kept)
        total += (g.square - g.sum * g.sum / g.count) * (key.size() + g.label.size());
    return total;
}
