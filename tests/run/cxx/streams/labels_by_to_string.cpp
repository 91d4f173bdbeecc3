// Labels made with std::to_string of active numbers, joined and compared.
// rz: double f(double x, double y)
#include <string>

static std::string label(const std::string &name, double v) { return name + "=" + std::to_string(v); }

extern "C" double f(double x, double y)
{
    double r = x * y;
    std::string a = label("x", x), b = label("y", y);
    std::string all = a + ", " + b + ", r=" + std::to_string(r);
    if (all.size() > 100000)
        return 0.0;
    return r * x;
}
