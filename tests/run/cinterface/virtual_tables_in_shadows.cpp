// A shadow object whose virtual table is that of the derivatives.
#include <cstring>
#include "near.h"

extern int enzyme_dup, enzyme_out;
double __enzyme_autodiff(void *, ...);
void *__enzyme_virtualreverse(void *);

struct Shape {
    virtual ~Shape() = default;
    virtual double area(double scale) const = 0;
    virtual void grow(double by) = 0;
};
struct Disc : Shape {
    double r;
    explicit Disc(double radius) : r(radius) {}
    double area(double scale) const override { return 3.0 * r * r * scale; }
    void grow(double by) override { r = r * by; }
};
struct Box : Shape {
    double a, b;
    Box(double x, double y) : a(x), b(y) {}
    double area(double scale) const override { return a * b * scale * scale; }
    void grow(double by) override { a += by; }
};

__attribute__((noinline)) static double total(Shape *one, Shape *two, double x)
{
    one->grow(x);
    two->grow(x);
    return one->area(x) * two->area(2.0);
}

static void *&table(void *object)
{
    return *(void **)object;
}

int main()
{
    Disc disc(1.5), d_disc(0);
    Box box(2.0, 3.0), d_box(0, 0);
    table(&d_disc) = __enzyme_virtualreverse(table(&disc));
    table(&d_box) = __enzyme_virtualreverse(table(&box));
    double x = 0.5;
    double d = __enzyme_autodiff((void *)total, enzyme_dup, &disc, &d_disc, enzyme_dup, &box, &d_box, enzyme_out, x);
    // 3 r² x³ · (a + x) b · 4
    double r = 1.5, a = 2.0, b = 3.0;
    near("by x", d, 12 * r * r * b * (3 * x * x * (a + x) + x * x * x));
    near("by r", d_disc.r, 24 * r * x * x * x * (a + x) * b);
    near("by a", d_box.a, 12 * r * r * x * x * x * b);
    near("by b", d_box.b, 12 * r * r * x * x * x * (a + x));
    return wrong;
}
