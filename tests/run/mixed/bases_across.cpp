// Casts from one virtual base to its sister, and copies of objects that have both.
// rz: double crossed(const double x[4] in, int n=6)
// also: n=0
#include <list>
#include <memory>

namespace {
struct Item {
    int tag = 0;
    double cost = 0;
    virtual ~Item() = default;
};
struct Priced : virtual Item {
    double price = 1;
    int sales = 0;
};
struct Stored : virtual Item {
    int place = 0;
    double rent = 0.5;
};
struct Good : Priced, Stored {
    double tax = 0.1;
};
} // namespace

extern "C" double crossed(const double *x, int n)
{
    std::list<std::unique_ptr<Priced>> all;
    Good model;
    model.rent = x[3];
    for (int i = 0; i < n; i++) {
        if (i % 3 == 2) {
            all.push_back(std::make_unique<Priced>());
        } else {
            model.place = i;
            model.tag++;
            model.cost = x[i % 4] * 2;
            all.push_back(std::make_unique<Good>(model));
        }
        all.back()->price = x[(i + 1) % 4];
        all.back()->sales = i;
    }
    double s = 0;
    for (auto &one : all) {
        s += one->price * one->sales + one->cost * one->tag;
        if (auto *stored = dynamic_cast<Stored *>(one.get()))
            s += stored->rent * (1 + stored->place) * stored->cost;
    }
    return s * s;
}
