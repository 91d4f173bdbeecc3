// Observers that subscribe to a quantity by weak pointers, some of which have gone.
// rz: double observed(const double x[n] in 0.5..1.5, int n=5)
#include <cmath>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

class Quantity {
    double value = 0;
    std::vector<std::weak_ptr<std::function<void(double)>>> watchers;

public:
    void watch(const std::shared_ptr<std::function<void(double)>> &w) { watchers.push_back(w); }
    void set(double v)
    {
        value = v;
        for (auto &w : watchers)
            if (auto alive = w.lock())
                (*alive)(v);
    }
};

extern "C" double observed(const double *x, int n)
{
    Quantity q;
    std::unordered_map<int, double> sums;
    double product = 1;
    std::vector<std::shared_ptr<std::function<void(double)>>> handles;
    for (int k = 0; k < 3; k++) {
        handles.push_back(std::make_shared<std::function<void(double)>>([&sums, k, &product](double v) {
            sums[k] += std::pow(v, k + 1);
            product *= 1 + 0.1 * v;
        }));
        q.watch(handles.back());
    }
    for (int i = 0; i < n; i++) {
        if (i == 2)
            handles[1].reset();
        q.set(x[i]);
    }
    return sums[0] + 2 * sums[1] + 3 * sums[2] + product;
}
