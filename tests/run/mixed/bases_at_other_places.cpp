// A virtual base at another place in each class: counters and numbers on both sides of it.
// rz: double summed(const double x[6] in, int n=5)
// also: n=0
#include <memory>
#include <vector>

namespace {
struct Shape {
    int sides = 0;
    double scale = 1;
    virtual ~Shape() = default;
    virtual double area() const = 0;
    virtual void grow(double by) { scale *= by; }
};
struct Disc : virtual Shape {
    double radius = 0;
    double area() const override { return 3 * radius * radius * scale + sides; }
};
struct Box : virtual Shape {
    long uses = 0;
    double width = 0, height = 0;
    int asked = 0;
    double area() const override { return width * height * scale * (sides + uses); }
    void grow(double by) override
    {
        uses++;
        asked += 2;
        width += by * asked;
    }
};
} // namespace

extern "C" double summed(const double *x, int n)
{
    std::vector<std::unique_ptr<Shape>> all;
    for (int i = 0; i < n; i++) {
        if (i % 3) {
            auto d = std::make_unique<Disc>();
            d->radius = x[i % 6];
            d->scale = x[(i + 1) % 6];
            all.push_back(std::move(d));
        } else {
            auto b = std::make_unique<Box>();
            b->width = x[i % 6];
            b->height = x[(i + 2) % 6];
            b->sides = i + 1;
            all.push_back(std::move(b));
        }
    }
    double s = 0;
    for (auto &one : all) {
        one->grow(x[5]);
        s += one->area() * (1 + one->sides);
    }
    return s;
}
