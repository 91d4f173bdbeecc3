// An object on the heap with a table of lists by number, which owns what is behind it in the object.
// rz: double f(const double x[6] in, int n=6)
// also: n=1
// needs: types
#include <array>
#include <cmath>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

struct Filter {
    virtual ~Filter() = default;
    virtual double response(double x) const = 0;
};
struct Gain : Filter {
    double factor;
    explicit Gain(double f) : factor(f) {}
    double response(double x) const override { return factor * x; }
};
struct Squash : Filter {
    std::array<double, 2> scales;
    Squash(double a, double b) : scales{a, b} {}
    double response(double x) const override { return scales[0] * std::tanh(x * scales[1]); }
};
struct Bank {
    std::string name;
    std::unordered_map<int, std::vector<std::pair<double, std::string>>> samples;
    std::unique_ptr<Filter> filter;
    std::vector<std::unique_ptr<Filter>> chain;
    std::unordered_multimap<int, double> weights;
    double *total;
    void add(int channel, double value, std::string note)
    {
        samples[channel].emplace_back(filter->response(value), std::move(note));
        weights.emplace(channel, value * 0.5);
    }
    double score() const
    {
        double sum = 0;
        for (auto &[channel, list] : samples) {
            double most = 0;
            for (auto &[value, note] : list) {
                double v = value;
                for (auto &f : chain) v = f->response(v);
                most += v * (1 + note.size());
            }
            auto [first, last] = weights.equal_range(channel);
            for (auto w = first; w != last; ++w) sum += most * w->second * (1 + channel);
        }
        *total += sum;
        return sum;
    }
};

extern "C" double f(const double *x, int n)
{
    double total = x[0];
    auto bank = std::make_unique<Bank>();
    bank->name = "the first bank of filters";
    bank->total = &total;
    bank->filter = std::make_unique<Gain>(x[0]);
    bank->chain.push_back(std::make_unique<Squash>(x[0], 0.7));
    bank->chain.push_back(std::make_unique<Gain>(x[n - 1]));
    for (int i = 0; i < n; i++) bank->add(i % 3, x[i], i % 2 ? "odd" : "a note that does not fit into a string");
    double score = bank->score() + bank->score();
    return score * total + bank->name.size() * x[0];
}
