// A list of names and numbers that grows, is sorted by number and printed into one text.
// rz: double listed(const double x[n] in 1..2, int n=5)
// also: n=1
#include <algorithm>
#include <string>
#include <vector>

struct Named {
    std::string name;
    double weight;
};

extern "C" double listed(const double *x, int n)
{
    std::vector<Named> all;
    for (int i = 0; i < n; i++)
        all.push_back({std::string(4 + 6 * i, 'a' + i % 26), x[i] * x[i]});
    std::sort(all.begin(), all.end(), [](const Named &a, const Named &b) { return a.weight < b.weight; });
    std::string text;
    double sum = 0;
    for (std::size_t i = 0; i < all.size(); i++) {
        text += all[i].name + "/";
        sum += all[i].weight * (i + 1);
    }
    return sum * text.size();
}
