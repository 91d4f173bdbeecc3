// Virtual calls inside a differentiated function on objects made inside.
#include <memory>
#include <vector>
#include "near.h"

double __enzyme_autodiff(void *, double);

struct Op {
    virtual double operator()(double) const = 0;
    virtual ~Op() = default;
};
struct Shift : Op {
    double by;
    explicit Shift(double b) : by(b) {}
    double operator()(double v) const override { return v + by; }
};
struct Sine : Op {
    double operator()(double v) const override { return std::sin(v); }
};

static double f(double x)
{
    std::vector<std::unique_ptr<Op>> ops;
    ops.emplace_back(new Shift(x * x));
    ops.emplace_back(new Sine);
    double v = x;
    for (const auto &op : ops)
        v = (*op)(v);
    return v;
}

int main()
{
    double x = 0.4;
    near("derivative", __enzyme_autodiff((void *)f, x), cos(x + x * x) * (1 + 2 * x));
    return wrong;
}
