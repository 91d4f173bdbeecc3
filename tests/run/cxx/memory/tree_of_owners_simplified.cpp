// A syntax tree owned by unique pointers, simplified by one visitor and evaluated by another.
// rz: double evaluated(const double x[3] in 0.5..1.5, int depth=3)
// also: depth=0
// flags: -std=c++20
#include <cmath>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

struct Node;
using Owner = std::unique_ptr<Node>;
struct Number { double value; };
struct Variable { int index; };
struct Sum { std::vector<Owner> parts; };
struct Product { Owner a, b; };
struct Sine { Owner of; };
struct Node { std::variant<Number, Variable, Sum, Product, Sine> v; };

template <class... F> struct overloaded : F... { using F::operator()...; };
template <class... F> overloaded(F...) -> overloaded<F...>;

template <class T> static Owner make(T t) { return std::make_unique<Node>(Node{std::move(t)}); }

static Owner grow(int depth, const double *x)
{
    if (depth == 0)
        return make(Variable{1});
    Sum s;
    for (int i = 0; i < 3; i++)
        s.parts.push_back(i == depth % 3 ? make(Number{x[i] * x[i]}) : grow(depth - 1, x));
    return make(Product{make(std::move(s)), make(Sine{grow(depth - 1, x)})});
}

static Owner simplify(Owner n)
{
    return std::visit(overloaded{
        [&](Sum &s) -> Owner {
            double known = 0;
            Sum rest;
            for (Owner &p : s.parts) {
                Owner q = simplify(std::move(p));
                if (auto *k = std::get_if<Number>(&q->v))
                    known += k->value;
                else
                    rest.parts.push_back(std::move(q));
            }
            rest.parts.push_back(make(Number{known}));
            return make(std::move(rest));
        },
        [&](Product &p) -> Owner { return make(Product{simplify(std::move(p.a)), simplify(std::move(p.b))}); },
        [&](Sine &p) -> Owner { return make(Sine{simplify(std::move(p.of))}); },
        [&](auto &) -> Owner { return std::move(n); }}, n->v);
}

static double value(const Node &n, const double *x)
{
    return std::visit(overloaded{
        [](const Number &k) { return k.value; },
        [&](const Variable &v) { return x[v.index]; },
        [&](const Sum &s) {
            double t = 0;
            for (const Owner &p : s.parts)
                t += value(*p, x);
            return t;
        },
        [&](const Product &p) { return value(*p.a, x) * value(*p.b, x); },
        [&](const Sine &p) { return std::sin(value(*p.of, x)); }}, n.v);
}

extern "C" double evaluated(const double *x, int depth)
{
    Owner tree = simplify(grow(depth, x));
    return value(*tree, x) + x[2];
}
