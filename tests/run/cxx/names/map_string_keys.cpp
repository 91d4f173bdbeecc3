// A map keyed by strings, with find, erase and at.
// rz: double f(double x, double y, double z)
#include <map>
#include <string>

extern "C" double f(double x, double y, double z)
{
    std::map<std::string, double> v{{"alpha", x}, {"beta", y}, {"gamma", z}};
    v["delta"] = v["alpha"] * v.at("beta");
    v.erase("beta");
    auto found = v.find("gamma");
    double s = found == v.end() ? 0.0 : found->second * found->second;
    for (auto &entry : v)
        s += entry.second * static_cast<double>(entry.first.size());
    return s * v.at("delta");
}
