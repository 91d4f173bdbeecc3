// An unordered map from names to structs of numbers, one of them a name again.
// rz: double materials(const double E[n] in 1..3, const double nu[n] in 0.2..0.35, double load, int n=3)
#include <string>
#include <unordered_map>
#include <vector>

namespace {

struct Material {
    double young, poisson;
    std::string family;
    double shear() const { return young / (2 * (1 + poisson)); }
    double bulk() const { return young / (3 * (1 - 2 * poisson)); }
};

struct Layer {
    std::string material;
    double thickness;
};

} // namespace

extern "C" double materials(const double *E, const double *nu, double load, int n)
{
    const char *names[] = {"steel", "aluminium alloy, wrought and aged", "epoxy"};
    std::unordered_map<std::string, Material> table;
    for (int i = 0; i < n; i++)
        table.emplace(names[i], Material{E[i], nu[i], i < 2 ? "metals" : "plastics of the harder sort"});
    table["void"] = {1e-3, 0.0, "none"};
    table["steel"].young *= 1.5;
    std::vector<Layer> plate;
    for (int i = 0; i < 2 * n; i++)
        plate.push_back({names[i % n], 0.1 * (i + 1)});
    plate.push_back({"void", 0.01});
    double compliance = 0, bulk = 0;
    for (const Layer &layer : plate) {
        const Material &m = table.at(layer.material);
        compliance += layer.thickness / m.shear() * (m.family == "metals" ? 1.0 : 1.1);
        bulk += layer.thickness * m.bulk();
    }
    table.erase("void");
    double rest = 0;
    for (const auto &entry : table)
        rest += entry.second.young * entry.second.poisson;
    return load * compliance * 0.01 + bulk * load * load + rest;
}
