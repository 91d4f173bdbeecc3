// Virtual bases of virtual bases, reached through each other; one object in two tables of pointers.
// rz: double linked(const double x[5] in, int n=4)
// also: n=0
#include <vector>

namespace {
struct Counter {
    int count = 0;
    virtual ~Counter() = default;
};
struct Value : virtual Counter {
    double value = 0;
    double read()
    {
        count++;
        return value * count;
    }
};
struct Weight : virtual Counter {
    double weight = 1;
    virtual double weigh(double v)
    {
        count += 2;
        return v * weight + count;
    }
};
struct Cell : virtual Value, virtual Weight {
    int row = 0;
    double own = 0;
    double weigh(double v) override { return own * v + weight * row + read(); }
};
struct Heavy : Cell {
    double more[2] = {1, 2};
    double weigh(double v) override { return Cell::weigh(v) * more[count % 2]; }
};
} // namespace

extern "C" double linked(const double *x, int n)
{
    std::vector<Value *> values;
    std::vector<Weight *> weights;
    for (int i = 0; i < n; i++) {
        Cell *made;
        if (i % 2) {
            auto *heavy = new Heavy;
            heavy->more[0] = x[i % 5];
            made = heavy;
        } else {
            made = new Cell;
        }
        made->value = x[(i + 1) % 5];
        made->weight = x[(i + 2) % 5];
        made->own = x[(i + 3) % 5];
        made->row = i;
        values.push_back(made);
        weights.push_back(made);
    }
    double s = 1;
    for (int i = 0; i < n; i++) {
        s += values[i]->read() * 0.5;
        s = weights[i]->weigh(s);
    }
    for (Counter *c : values)
        s += 0.25 * c->count * s;
    for (auto *w : weights)
        delete w;
    return s;
}
