// Values behind a hand-made type-erased interface with inline storage, copied, swapped, and sorted by volume.
// rz: double volumes(const double x[n] in 0.5..1.5, int n=7)
// also: n=1
// flags: -std=c++20
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <new>
#include <utility>
#include <vector>

class Shape {
    struct Table {
        double (*volume)(const void *);
        void (*copy)(void *, const void *);
        void (*destroy)(void *);
    };
    template <class T> static constexpr Table table_for{
        [](const void *p) { return static_cast<const T *>(p)->volume(); },
        [](void *to, const void *from) { ::new (to) T(*static_cast<const T *>(from)); },
        [](void *p) { static_cast<T *>(p)->~T(); }};
    alignas(double) std::byte storage[4 * sizeof(double)];
    const Table *table;

public:
    template <class T> Shape(T t) : table(&table_for<T>) { ::new (static_cast<void *>(storage)) T(std::move(t)); }
    Shape(const Shape &o) : table(o.table) { table->copy(storage, o.storage); }
    Shape &operator=(const Shape &o)
    {
        if (this != &o) {
            table->destroy(storage);
            table = o.table;
            table->copy(storage, o.storage);
        }
        return *this;
    }
    ~Shape() { table->destroy(storage); }
    double volume() const { return table->volume(storage); }
};

struct Ball {
    double r;
    double volume() const { return 4.18879 * r * r * r; }
};
struct Box {
    double a, b, c;
    double volume() const { return a * b * c; }
};
struct Prism {
    double area;
    int layers;
    double height;
    double volume() const { return layers * area * std::sin(height); }
};

extern "C" double volumes(const double *x, int n)
{
    std::vector<Shape> shapes;
    for (int i = 0; i < n; i++)
        switch (i % 3) {
        case 0: shapes.push_back(Ball{x[i]}); break;
        case 1: shapes.push_back(Box{x[i], x[i] * x[i], 1 + x[0]}); break;
        default: shapes.push_back(Prism{x[i], i, x[0]}); break;
        }
    std::sort(shapes.begin(), shapes.end(), [](const Shape &a, const Shape &b) { return a.volume() < b.volume(); });
    double sum = 0;
    for (const Shape &s : shapes)
        sum = 0.8 * sum + s.volume();
    return sum;
}
