// Parameters by name in a map<string, double>; missing ones throw.
// rz: double f(double a, double b, double t)
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>

using Params = std::map<std::string, double>;

static double get(const Params &p, const std::string &name)
{
    auto it = p.find(name);
    if (it == p.end())
        throw std::out_of_range("no parameter " + name);
    return it->second;
}

static double model(const Params &p, double t) { return get(p, "amplitude") * std::exp(-get(p, "rate") * t) + p.at("offset"); }

extern "C" double f(double a, double b, double t)
{
    Params p;
    p["amplitude"] = a;
    p["rate"] = b;
    p.insert({"offset", a * b});
    p["rate"] *= 2.0;
    return model(p, t);
}
