// Names beside numbers change places: one inside of its object, one too long for that.
// rz: double exchanged(double x 1..2, double y)
#include <string>
#include <utility>

struct Named {
    std::string name;
    double weight;
};

extern "C" double exchanged(double x, double y)
{
    Named a{"short", x}, b{"a name that is rather too long to lie inside", x * y};
    std::swap(a, b);
    a.name.swap(b.name);
    b.name += a.name;
    Named c = std::move(b);
    return c.weight * a.weight + (c.name.empty() ? 0 : y);
}
