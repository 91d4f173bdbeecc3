// Layers as classes with vectors of weights, a network as a vector of unique_ptr.
// rz: double f(const double w[14] in -1..1, const double x[2] in, int depth=2)
// also: depth=1
// needs: zero
#include <cmath>
#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

using Vec = std::vector<double>;

struct Module {
    virtual Vec operator()(const Vec &in) const = 0;
    virtual ~Module() = default;
};
class Linear : public Module {
    std::size_t out;
    Vec weight;

public:
    Linear(const double *w, std::size_t in, std::size_t out) : out(out), weight(w, w + in * out) {}
    Vec operator()(const Vec &in) const override
    {
        Vec y(out);
        for (std::size_t i = 0; i < out; i++)
            for (std::size_t j = 0; j < in.size(); j++)
                y[i] += weight[i * in.size() + j] * in[j];
        return y;
    }
};
struct Tanh : Module {
    Vec operator()(const Vec &in) const override
    {
        Vec y;
        for (double v : in)
            y.push_back(std::tanh(v));
        return y;
    }
};

extern "C" double f(const double *w, const double *x, int depth)
{
    std::vector<std::unique_ptr<Module>> net;
    for (int d = 0; d < depth; d++) {
        net.push_back(std::make_unique<Linear>(w + 4 * d, 2, 2));
        net.push_back(std::make_unique<Tanh>());
    }
    net.emplace_back(new Linear(w + 8, 2, 3));
    Vec v(x, x + 2);
    for (const auto &module : net)
        v = (*module)(v);
    double s = 0.0;
    for (double e : v)
        s += e * e;
    return s;
}
