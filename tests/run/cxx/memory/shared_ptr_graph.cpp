// shared_ptr nodes shared by several parents; reference counts beside active values.
// rz: double f(double x, double y)
#include <cmath>
#include <memory>
#include <utility>

struct Op {
    virtual double value() const = 0;
    virtual ~Op() = default;
};
using Ref = std::shared_ptr<Op>;
struct Leaf : Op {
    double v;
    explicit Leaf(double v) : v(v) {}
    double value() const override { return v; }
};
struct Times : Op {
    Ref a, b;
    Times(Ref a, Ref b) : a(std::move(a)), b(std::move(b)) {}
    double value() const override { return a->value() * b->value(); }
};
struct Sine : Op {
    Ref a;
    explicit Sine(Ref a) : a(std::move(a)) {}
    double value() const override { return std::sin(a->value()); }
};

extern "C" double f(double x, double y)
{
    Ref a = std::make_shared<Leaf>(x), b = std::make_shared<Leaf>(y);
    Ref c = std::make_shared<Times>(a, b), d = std::make_shared<Sine>(c);
    Ref e = std::make_shared<Times>(d, c);
    a.reset();
    return e->value() * d->value() + c->value();
}
