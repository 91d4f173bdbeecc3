// Addresses are inserted at the front and erased there: memory is moved over itself.
// rz: double f(const double x[6] in, int n=6)
#include <vector>
#include <memory>
struct Item { double v; };
extern "C" double f(const double* x, int n) {
    std::vector<std::unique_ptr<Item>> own;
    std::vector<Item*> order;
    order.reserve(16);
    for (int i = 0; i < n; ++i) {
        own.push_back(std::make_unique<Item>(Item{x[i] * (i + 1)}));
        order.insert(order.begin() + i / 2, own.back().get());
    }
    order.erase(order.begin());
    double s = 0, w = 1;
    for (auto* i : order) { s += w * i->v * i->v; w *= 0.7; }
    return s;
}
