// Values behind std::any and std::bind, std::reference_wrapper, mem_fn, initializer lists.
// rz: double mixed(const double x[n] in, double a, int n=5)
// also: n=0
#include <algorithm>
#include <any>
#include <functional>
#include <initializer_list>
#include <numeric>
#include <vector>

namespace {
struct Scale {
    double by;
    double apply(double v) const { return v * by + by * by; }
};
double sum(std::initializer_list<double> l) { return std::accumulate(l.begin(), l.end(), 0.0); }
} // namespace

extern "C" double mixed(const double *x, double a, int n)
{
    std::vector<std::any> bag;
    for (int i = 0; i < n; i++) {
        if (i % 3 == 0)
            bag.emplace_back(x[i]);
        else if (i % 3 == 1)
            bag.emplace_back(Scale{x[i]});
        else
            bag.emplace_back(std::vector<double>{x[i], a, x[i] * a});
    }
    double s = a, w = 1;
    auto twice = std::bind([](double p, double q) { return p * q + p; }, std::placeholders::_1, a);
    std::vector<std::reference_wrapper<double>> refs{s, w};
    auto applied = std::mem_fn(&Scale::apply);
    for (const std::any &b : bag) {
        if (auto *d = std::any_cast<double>(&b))
            refs[0].get() += twice(*d);
        else if (auto *c = std::any_cast<Scale>(&b))
            refs[1].get() *= applied(*c, s);
        else
            for (double v : std::any_cast<const std::vector<double> &>(b))
                s += v * v;
    }
    return sum({s, w, s * w});
}
