// An expression is a number, an input, a sum, a product, or a function of a name and perhaps a scale;
// its parts are shared. A node with a string in it is, for all that an address tells, another node.
// rz: double evaluated(const double x[6] in 0.3..1.1, int n=3)
// also: n=0
// needs: libstdc++, types, no tape
#include <cmath>
#include <memory>
#include <optional>
#include <string>
#include <variant>

namespace {

struct Sum;
struct Product;
struct Applied;
using Expression = std::variant<double, int, std::shared_ptr<Sum>, std::shared_ptr<Product>,
                                std::shared_ptr<Applied>>;

struct Sum {
    Expression left, right;
};
struct Product {
    Expression left, right;
};
struct Applied {
    std::string name;
    Expression of;
    std::optional<double> scale;
};

template <class... Cases> struct Choice : Cases... {
    using Cases::operator()...;
};
template <class... Cases> Choice(Cases...) -> Choice<Cases...>;

double value(const Expression &e, const double *x)
{
    return std::visit(Choice{
        [](double number) { return number; },
        [&](int input) { return x[input]; },
        [&](const std::shared_ptr<Sum> &s) { return value(s->left, x) + value(s->right, x); },
        [&](const std::shared_ptr<Product> &p) { return value(p->left, x) * value(p->right, x); },
        [&](const std::shared_ptr<Applied> &a) {
            double of = value(a->of, x);
            double found = a->name == "sin" ? std::sin(of)
                         : a->name == "exp" ? std::exp(of) : std::tanh(of);
            return found * a->scale.value_or(1.5);
        } }, e);
}

}

extern "C" double evaluated(const double *x, int n)
{
    static const char *const names[] = { "sin", "exp", "tanh" };
    Expression e = x[0] * 0.5;
    for (int i = 0; i < n + 2; ++i) {
        auto product = std::make_shared<Product>(Product{ e, Expression(i % 6) });
        std::optional<double> scale;
        if (i % 2)
            scale = x[(i + 3) % 6];
        auto applied = std::make_shared<Applied>(Applied{ names[i % 3], product, scale });
        e = std::make_shared<Sum>(Sum{ applied, i % 2 ? Expression(x[5] * x[4]) : Expression(1) });
    }
    return value(e, x);
}
