// unique_ptrs of two kinds beside each other are swapped and moved as pairs.
// rz: double f(double x, double y, int turns=3)
// also: turns=0
#include <memory>
#include <utility>
#include <vector>

struct Cell {
    double v;
};
struct Item {
    std::unique_ptr<Cell> cell;
    std::unique_ptr<int> label;
};

__attribute__((noinline)) static void turn(std::vector<Item> &items)
{
    for (std::size_t i = 1; i < items.size(); i++)
        std::swap(items[i - 1], items[i]);
}

extern "C" double f(double x, double y, int turns)
{
    std::vector<Item> items;
    for (int i = 0; i < 4; i++)
        items.push_back({std::make_unique<Cell>(Cell{i % 2 ? x * i : y * y}),
                         std::make_unique<int>(i + 1)});
    for (int t = 0; t < turns; t++)
        turn(items);
    double s = 0.0;
    for (auto &item : items)
        s = s * 0.25 + item.cell->v * item.cell->v * *item.label;
    return s;
}
