// An expression graph whose nodes lie in a deque: numbers, names, operations; nodes are moved.
// rz: double value(const double p[3] in, double x)
#include <cmath>
#include <deque>
#include <string>
#include <unordered_map>
#include <variant>

struct Node;
struct Op { char kind; Node* left; Node* right; };
struct Node {
    std::variant<double, std::string, Op> what;
    Node(double v) : what(v) {}
    Node(std::string s) : what(std::move(s)) {}
    Node(Op o) : what(o) {}
};

struct Evaluator {
    const std::unordered_map<std::string, double>& env;
    double operator()(double d) const { return d; }
    double operator()(const std::string& s) const { return env.at(s); }
    double operator()(const Op& o) const {
        double l = std::visit(*this, o.left->what), r = o.right ? std::visit(*this, o.right->what) : 0;
        if (o.kind == '+') return l + r;
        if (o.kind == '*') return l * r;
        if (o.kind == '-') return l - r;
        return std::tanh(l);
    }
};

extern "C" double value(const double* p, double x) {
    std::deque<Node> pool;
    auto make = [&](auto v) { pool.emplace_back(v); return &pool.back(); };
    Node* a = make(p[0]); Node* b = make(p[1]); Node* X = make(std::string("x"));
    Node* ax = make(Op{'*', a, X});
    Node* e = make(Op{'t', make(Op{'+', ax, b}), nullptr});
    Node* f = make(Op{'-', e, make(p[2] * x)});
    std::unordered_map<std::string, double> env{{"x", x}, {"y", 2 * x}};
    return std::visit(Evaluator{env}, f->what);
}
