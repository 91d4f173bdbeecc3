// Layers with virtual describe() that makes strings, in a vector of unique_ptr.
// rz: double f(const double x[n] in, int n=3)
#include <cmath>
#include <memory>
#include <string>
#include <vector>
struct Layer {
    virtual ~Layer() = default;
    virtual double forward(double) const = 0;
    virtual std::string describe() const = 0;
};
struct Dense : Layer {
    double w, b; std::string name;
    Dense(double w, double b, std::string name) : w(w), b(b), name(std::move(name)) {}
    double forward(double v) const override { return w * v + b; }
    std::string describe() const override { return name + "(" + std::to_string(w) + ")"; }
};
struct Act : Layer {
    double forward(double v) const override { return std::tanh(v); }
    std::string describe() const override { return "tanh"; }
};
extern "C" double f(const double *x, int n)
{
    std::vector<std::unique_ptr<Layer>> net;
    for (int i = 0; i < n; i++) {
        net.push_back(std::make_unique<Dense>(x[i], x[i] * 0.5, "dense" + std::to_string(i)));
        net.push_back(std::make_unique<Act>());
    }
    double v = 1.0;
    std::string all;
    for (auto &l : net) {
        v = l->forward(v);
        all += l->describe() + "\n";
    }
    return all.empty() ? 0.0 : v;
}
