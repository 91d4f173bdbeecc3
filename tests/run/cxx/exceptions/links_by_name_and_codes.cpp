// Functions of numbers in a table of names; errors of the system have a code, whose category has a
// message. Messages are kept in a list of strings.
// needs: libstdc++
// rz: double total(const double x[n] in 0.3..1.5, double last[1] out, int n=5)
// also: n=1
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

using Link = std::function<double(double)>;

struct Step {
    std::string name;
    double value;
};

static const std::map<std::string, Link> &links()
{
    static const std::map<std::string, Link> known = {
        {"log", [](double v) { return std::log1p(v); }},
        {"square", [](double v) { return v * v; }},
    };
    return known;
}

static Step step(const std::string &name, double x, int i)
{
    if (x < 0) throw std::domain_error("negative at " + std::to_string(i));
    if (x > 1e6) throw std::system_error(std::make_error_code(std::errc::result_out_of_range), name);
    return {name + (i % 2 ? " of an odd one" : ""), links().at(name)(x) * (i + 1)};
}

extern "C" double total(const double *x, double *last, int n)
{
    std::vector<Step> steps;
    std::vector<std::pair<int, std::string>> said;
    for (int i = 0; i < n; ++i) {
        try {
            steps.push_back(step(i % 3 ? "log" : "square", x[i], i));
        } catch (const std::system_error &e) {
            said.emplace_back(e.code().value(), e.what());
        } catch (const std::logic_error &e) {
            said.emplace_back(i, e.what());
        }
    }
    double sum = 0;
    for (const Step &s : steps) sum += s.name.front() == 'l' ? s.value * s.value : s.value;
    *last = steps.empty() ? 0 : steps.back().value;
    return said.size() > 2 ? 0 : sum;
}
