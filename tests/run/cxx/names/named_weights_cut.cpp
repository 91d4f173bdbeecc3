// A name beside a number is cut out of another one.
// rz: double cut(double x 1..2, double y)
#include <string>

struct Named {
    std::string name;
    double weight;
};

extern "C" double cut(double x, double y)
{
    Named a{"first", x * y};
    a.name += " of two, with words enough to leave the object";
    Named b = a;
    b.name = a.name.substr(6, 3);
    b.weight *= x;
    return a.weight * b.weight * (a.name.size() > b.name.size() ? 2 : 1);
}
