// A neural network of polymorphic layers, trained for some steps.
// rz: double train(const double w[12] in, const double x[4] in, double rate)
// flags: -std=c++20
#include <cmath>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>
struct Layer {
    virtual ~Layer() = default;
    virtual std::vector<double> forward(std::span<const double> in) = 0;
    virtual std::vector<double> backward(std::span<const double> g) = 0;
    virtual void step(double) {}
};
class Dense : public Layer {
    std::vector<double> w_, gw_, in_; size_t n_, m_;
public:
    Dense(std::span<const double> w, size_t n, size_t m) : w_(w.begin(), w.end()), gw_(w.size()), n_(n), m_(m) {
        if (w.size() != n * m) throw std::invalid_argument("sizes");
    }
    std::vector<double> forward(std::span<const double> in) override {
        in_.assign(in.begin(), in.end());
        std::vector<double> out(m_);
        for (size_t i = 0; i < m_; ++i) out[i] = std::inner_product(in.begin(), in.end(), w_.begin() + i * n_, 0.0);
        return out;
    }
    std::vector<double> backward(std::span<const double> g) override {
        std::vector<double> back(n_);
        for (size_t i = 0; i < m_; ++i) for (size_t j = 0; j < n_; ++j) { gw_[i * n_ + j] = g[i] * in_[j]; back[j] += g[i] * w_[i * n_ + j]; }
        return back;
    }
    void step(double r) override { for (size_t k = 0; k < w_.size(); ++k) w_[k] -= r * gw_[k]; }
};
class Tanh : public Layer {
    std::vector<double> out_;
public:
    std::vector<double> forward(std::span<const double> in) override { out_.clear(); for (double v : in) out_.push_back(std::tanh(v)); return out_; }
    std::vector<double> backward(std::span<const double> g) override { std::vector<double> b(g.begin(), g.end()); for (size_t i = 0; i < b.size(); ++i) b[i] *= 1 - out_[i] * out_[i]; return b; }
};
extern "C" double train(const double* w, const double* x, double rate) {
    std::vector<std::unique_ptr<Layer>> net;
    net.emplace_back(std::make_unique<Dense>(std::span(w, 8), 4, 2));
    net.emplace_back(std::make_unique<Tanh>());
    net.emplace_back(std::make_unique<Dense>(std::span(w + 8, 4), 2, 2));
    double loss = 0;
    for (int epoch = 0; epoch < 4; ++epoch) {
        std::vector<double> a(x, x + 4);
        for (auto& l : net) a = l->forward(a);
        std::vector<double> g(a.size());
        loss = 0;
        for (size_t i = 0; i < a.size(); ++i) { g[i] = a[i] - 0.3 * (i + 1); loss += 0.5 * g[i] * g[i]; }
        for (auto it = net.rbegin(); it != net.rend(); ++it) g = (*it)->backward(g);
        for (auto& l : net) l->step(rate);
    }
    return loss;
}
