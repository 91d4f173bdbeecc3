// Functions by name in a map, whose captures are numbers, counts and references, each in its way.
// needs: libstdc++, types
// rz: double ruled(const double x[6] in, int n=5)
#include <cmath>
#include <functional>
#include <map>
#include <string>

using Rule = std::function<double(double)>;

extern "C" double ruled(const double *x, int n)
{
    double scale = x[0] * x[0];
    int uses = 0;
    std::map<std::string, Rule> rules;
    rules["double"] = [](double v) { return 2 * v; };
    rules["power"] = [n](double v) { return std::pow(v, n); };
    rules["shift"] = [by = x[1]](double v) { return v + by; };
    rules["scaled"] = [&scale](double v) { return v * scale; };
    rules["mixed"] = [n, by = x[2], &uses](double v) { ++uses; return v * by / n; };
    rules["wide"] = [a = x[3], b = x[4], k = n, &scale](double v) { return a * v + b * k * scale; };
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (const auto &[name, rule] : rules)
            sum += rule(x[5] + 0.1 * i) * name.size();
    scale *= 2;
    return sum + rules.at("scaled")(x[5]) * uses + rules["shift"](x[1]);
}
