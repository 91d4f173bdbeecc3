// Owners change hands in functions that are not inlined, and are looked at through a base class.
// rz: double handed(const double x[n] in, int n=4)
// also: n=1
// also: n=0
#include <cmath>
#include <memory>
#include <vector>

struct Shape {
    double size;
    explicit Shape(double s) : size(s) {}
    virtual ~Shape() {}
    virtual double area(double t) const { return t * size; }
};
struct Round : Shape {
    double bend;
    Round(double s, double b) : Shape(s), bend(b) {}
    double area(double t) const override { return std::sin(t * bend) + Shape::area(size); }
};
using Owner = std::unique_ptr<Shape>;

[[gnu::noinline]] static void hand(Owner &to, Owner &from) { to = std::move(from); }
[[gnu::noinline]] static void give_up(Owner &one) { one.reset(); }

extern "C" double handed(const double *x, int n)
{
    std::vector<Owner> all;
    all.push_back(std::make_unique<Shape>(0.75));
    for (int i = 0; i < n; i++)
        all.emplace_back(new Round(x[i], x[i] * 0.5));
    Owner aside;
    hand(aside, all.back());
    if (n > 2)
        give_up(all[1]);
    double s = 0.5;
    for (const auto &each : all)
        if (each)
            s = each->area(s) + 0.25 * each->size;
    hand(all.back(), aside);
    return s + all.back()->area(s);
}
