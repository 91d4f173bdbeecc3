// A name beside a number in one object grows out of the object; so does a copy of it.
// rz: double weighed(double x 1..2, double y)
#include <string>

struct Named {
    std::string name;
    double weight;
};

extern "C" double weighed(double x, double y)
{
    Named a{"first", x * y};
    a.name += " of two, with words enough to leave the object";
    Named b = a;
    b.name += b.name;
    b.weight *= x;
    return a.weight * b.weight * (a.name.size() > b.name.size() ? 2 : 1);
}
