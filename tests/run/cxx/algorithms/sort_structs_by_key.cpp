// std::sort of structs with integer keys and active payloads; stable_sort after.
// rz: double f(const int key[n] below 4, const double x[n] in, int n=9)
// also: n=0
#include <algorithm>
#include <vector>

struct Item {
    int key;
    double value;
};

extern "C" double f(const int *key, const double *x, int n)
{
    std::vector<Item> items;
    for (int i = 0; i < n; i++)
        items.push_back({key[i], x[i] * x[i]});
    std::stable_sort(items.begin(), items.end(),
                     [](const Item &a, const Item &b) { return a.key < b.key; });
    double s = 0.1;
    for (const auto &item : items)
        s = s * 0.7 + item.value * (item.key + 1);
    return s;
}
