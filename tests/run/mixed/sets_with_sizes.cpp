// Ordered sets and maps of numbers inside of a struct, with counters and a list between them.
// rz: double ordered(const double x[n] in, int n=8)
// also: n=0
// needs: types
#include <list>
#include <map>
#include <set>

namespace {
struct Store {
    int puts = 0;
    std::map<int, double> values;
    int drops = 0;
    std::list<int> order;
    std::set<int> keys;
    double scale = 2;
};

void put(Store &s, int key, double value)
{
    s.puts++;
    s.values[key] += value;
    s.order.push_front(key);
    s.keys.insert(key);
    if (s.order.size() > 4) {
        s.values.erase(s.order.back());
        s.keys.erase(s.order.back());
        s.order.pop_back();
        s.drops++;
    }
}
} // namespace

extern "C" double ordered(const double *x, int n)
{
    Store store;
    for (int i = 0; i < n; i++)
        put(store, i * 5 % 7, x[i] * store.scale);
    double s = 0;
    for (const auto &[key, value] : store.values)
        s += value * value * (key + 1) + store.drops * value;
    for (int key : store.order)
        if (store.keys.count(key))
            s += 0.5 * store.values[key] * store.puts;
    return s;
}
