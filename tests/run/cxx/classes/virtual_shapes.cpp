// Virtual methods on a mixed array of base pointers on the stack.
// rz: double f(const double x[n] in, int n=6)
// also: n=0
// also: n=1
#include <cmath>

struct Shape {
    virtual double area() const = 0;
    virtual double edge() const { return 1.0; }
    virtual ~Shape() = default;
};
struct Disc final : Shape {
    double r;
    explicit Disc(double r) : r(r) {}
    double area() const override { return 3.0 * r * r; }
};
struct Box final : Shape {
    double a, b;
    Box(double a, double b) : a(a), b(b) {}
    double area() const override { return a * b; }
    double edge() const override { return 2.0 * (a + b); }
};

extern "C" double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        Disc disc(x[i]);
        Box box(x[i], x[(i + 1) % n]);
        const Shape *shape = i % 2 ? static_cast<const Shape *>(&disc) : &box;
        s += shape->area() * std::sqrt(shape->edge());
    }
    return s;
}
