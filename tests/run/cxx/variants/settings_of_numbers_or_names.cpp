// A setting is a number or a name: variants are assigned, exchanged and moved within a vector.
// needs: libstdc++
// rz: double settings(const double x[4] in)
#include <string>
#include <utility>
#include <variant>
#include <vector>

using Setting = std::variant<std::string, double>;

static double number(const Setting &setting, double otherwise)
{
    const double *found = std::get_if<double>(&setting);
    return found ? *found : otherwise * std::get<std::string>(setting).size();
}

extern "C" double settings(const double *x)
{
    std::vector<Setting> all{x[0], std::string("a rather long name of a setting"), x[1]};
    Setting kept = all[1];
    all[1] = x[2] * x[2];
    std::swap(all[0], kept);
    all.insert(all.begin(), kept);
    all.push_back(all[1]);
    double sum = 0;
    for (const Setting &setting : all)
        sum = sum * x[3] + number(setting, 0.1);
    return sum;
}
