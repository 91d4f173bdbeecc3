// Options by name, each a text, a number, a count or a switch: variants in a map, asked by a visitor.
// needs: types
// rz: double total(const double p[3] in, int n=4)
#include <map>
#include <string>
#include <type_traits>
#include <variant>

using Value = std::variant<std::string, double, int, bool>;

struct Options {
    std::map<std::string, Value> values;
    void set(const std::string &name, Value value) { values[name] = std::move(value); }
    double number(const std::string &name, double otherwise) const
    {
        auto found = values.find(name);
        if (found == values.end()) return otherwise;
        return std::visit([&](const auto &value) -> double {
            if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::string>) return otherwise;
            else return value;
        }, found->second);
    }
};

extern "C" double total(const double *p, int n)
{
    Options options;
    options.set("scale", p[0]);
    options.set("name", std::string("a model with a long name, longer than what fits"));
    options.set("count", n);
    options.set("exact", true);
    options.set("shift", p[1] * p[2]);
    double s = options.number("scale", 1);
    double t = options.number("shift", 0) + options.number("name", p[2]);
    if (auto name = std::get_if<std::string>(&options.values.at("name"))) s *= name->size();
    return s * t * options.number("count", 0) + options.number("exact", 0);
}
