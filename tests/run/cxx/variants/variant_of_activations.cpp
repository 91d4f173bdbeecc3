// optional results and a variant of activations, visited.
// rz: double f(const double x[n] in, int n=5, int kind=0)
// also: kind=1
// also: kind=2
#include <cmath>
#include <optional>
#include <variant>

struct Relu { double slope; double operator()(double v) const { return v > 0 ? v : slope * v; } };
struct Tanh { double operator()(double v) const { return std::tanh(v); } };
struct Scale { double by, shift; double operator()(double v) const { return by * v + shift; } };
using Act = std::variant<Relu, Tanh, Scale>;

static std::optional<double> inverse(double v)
{
    if (std::fabs(v) < 1e-9)
        return std::nullopt;
    return 1.0 / v;
}

static Act make(int kind, double p)
{
    if (kind == 0) return Relu{0.1};
    if (kind == 1) return Tanh{};
    return Scale{p, p * p};
}

extern "C" double f(const double *x, int n, int kind)
{
    Act act = make(kind, x[0]);
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        double v = std::visit([&](const auto &a) { return a(x[i] - 0.9); }, act);
        s += inverse(v + 3.0).value_or(0.0);
        if (auto r = inverse(x[i]))
            s += *r * v;
    }
    return s;
}
