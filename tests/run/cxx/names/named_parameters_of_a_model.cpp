// A class keeps parameters with names and bounds, looks them up and passes them on by value.
// needs: libstdc++
// rz: double model(const double p[n] in 0.5..1.5, const double t[m] in 0..1, int n=4, int m=6)
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

struct Parameter {
    std::string name;
    double value, low, high;
    bool fixed = false;
};

class Parameters {
public:
    Parameters &add(std::string name, double value, double low, double high)
    {
        all_.push_back({std::move(name), value, low, high});
        return *this;
    }
    const Parameter &operator[](const std::string &name) const
    {
        for (const Parameter &p : all_)
            if (p.name == name)
                return p;
        throw std::out_of_range("no parameter called " + name);
    }
    double penalty() const
    {
        double sum = 0;
        for (const Parameter &p : all_)
            sum += p.fixed ? 0 : std::pow((p.value - p.low) / (p.high - p.low), 2);
        return sum;
    }
    Parameters scaled(double by) const
    {
        Parameters made = *this;
        for (Parameter &p : made.all_) {
            p.value *= by;
            p.name = "scaled." + p.name;
        }
        return made;
    }

private:
    std::vector<Parameter> all_;
};

} // namespace

extern "C" double model(const double *p, const double *t, int n, int m)
{
    Parameters given;
    given.add("amplitude", p[0], 0, 2).add("rate", p[1], 0.1, 3);
    given.add("phase of the oscillation", p[2 % n], -1, 1).add("b", p[3 % n], 0, 1);
    Parameters wide = given.scaled(1.25);
    double sum = given.penalty() + 0.5 * wide.penalty();
    for (int i = 0; i < m; i++) {
        double rate = given["rate"].value, phase = wide["scaled.phase of the oscillation"].value;
        sum += given["amplitude"].value * std::exp(-rate * t[i]) * std::cos(3 * t[i] + phase) + given["b"].value * t[i];
    }
    return sum;
}
