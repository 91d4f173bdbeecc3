// Layers of different make behind one interface: weights, closures, names; all owned by a network.
// rz: double loss(const double x[n] in, int n=44)
#include <cmath>
#include <cstddef>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

struct Tensor {
    std::vector<double> v;
    std::size_t r, c;
    Tensor(std::size_t r, std::size_t c) : v(r * c), r(r), c(c) {}
    double &operator()(std::size_t i, std::size_t j) { return v[i * c + j]; }
    double operator()(std::size_t i, std::size_t j) const { return v[i * c + j]; }
};

struct Layer {
    virtual ~Layer() = default;
    virtual Tensor apply(const Tensor &) const = 0;
    virtual std::string name() const = 0;
    virtual std::size_t load(const double *) { return 0; }
};

class Dense final : public Layer {
    Tensor w, b;

  public:
    Dense(std::size_t from, std::size_t to) : w(from, to), b(1, to) {}
    std::size_t load(const double *p) override
    {
        for (auto &e : w.v)
            e = *p++;
        for (auto &e : b.v)
            e = *p++;
        return w.v.size() + b.v.size();
    }
    Tensor apply(const Tensor &x) const override
    {
        if (x.c != w.r)
            throw std::invalid_argument(name() + ": shapes");
        Tensor y(x.r, w.c);
        for (std::size_t i = 0; i < x.r; i++)
            for (std::size_t j = 0; j < w.c; j++) {
                double s = b(0, j);
                for (std::size_t k = 0; k < w.r; k++)
                    s += x(i, k) * w(k, j);
                y(i, j) = s;
            }
        return y;
    }
    std::string name() const override { return "dense"; }
};

template <class F> class Each final : public Layer {
    F f;
    std::string called;

  public:
    Each(F f, std::string called) : f(f), called(std::move(called)) {}
    Tensor apply(const Tensor &x) const override
    {
        Tensor y = x;
        for (auto &e : y.v)
            e = f(e);
        return y;
    }
    std::string name() const override { return called; }
};

class Network {
    std::vector<std::unique_ptr<Layer>> layers;

  public:
    template <class L, class... A> void add(A &&...a)
    {
        layers.push_back(std::make_unique<L>(std::forward<A>(a)...));
    }
    template <class F> void each(F f, std::string called)
    {
        layers.emplace_back(new Each<F>(f, std::move(called)));
    }
    void load(const double *p)
    {
        for (auto &layer : layers)
            p += layer->load(p);
    }
    Tensor operator()(Tensor x) const
    {
        for (const auto &layer : layers)
            x = layer->apply(x);
        return x;
    }
};

extern "C" double loss(const double *x, int n)
{
    Network net;
    net.add<Dense>(3, 5);
    net.each([](double v) { return std::tanh(v); }, "tanh");
    net.add<Dense>(5, 4);
    net.each([slope = 0.1](double v) { return v > 0 ? v : slope * v; }, "leaky, with a long name");
    if (n < 44)
        return 0.0;
    net.load(x);
    Tensor in(4, 3);
    for (std::size_t i = 0; i < in.v.size(); i++)
        in.v[i] = std::cos(1.0 + i * i);
    Tensor out = net(std::move(in));
    double sum = 0.0;
    for (std::size_t i = 0; i < out.v.size(); i++)
        sum += (1.0 + i) * out.v[i] * out.v[i];
    return sum;
}
