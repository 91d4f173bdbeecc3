// Smart pointers, variants of const and active members, a registry by name; shadows built by a visitor; several gradients.
#include <map>
#include <memory>
#include <string>
#include <variant>
#include <vector>
#include "near.h"
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
extern int enzyme_dup, enzyme_const, enzyme_runtime_activity;

struct Node {
    double weight;
    std::vector<std::shared_ptr<Node>> inputs;
};
static double value(const Node &n, const double *x, int depth)
{
    if (n.inputs.empty())
        return n.weight * x[depth % 3];
    double s = n.weight;
    for (const auto &in : n.inputs)
        s += std::tanh(value(*in, x, depth + 1));
    return s;
}
static double evaluate(const Node *root, const double *x) { return value(*root, x, 0); }

static std::shared_ptr<Node> mirrored(const std::shared_ptr<Node> &n, std::map<const Node *, std::shared_ptr<Node>> &known)
{
    auto &at = known[n.get()];
    if (!at) {
        at = std::make_shared<Node>(Node{0, {}});
        for (const auto &in : n->inputs)
            at->inputs.push_back(mirrored(in, known));
    }
    return at;
}

int main()
{
    auto leaf = std::make_shared<Node>(Node{0.5, {}}), other = std::make_shared<Node>(Node{-0.7, {}});
    auto middle = std::make_shared<Node>(Node{0.1, {leaf, other, leaf}});
    auto root = std::make_shared<Node>(Node{0.3, {middle, leaf, middle}});
    std::map<const Node *, std::shared_ptr<Node>> known;
    auto shadow = mirrored(root, known);
    double x[3] = {0.4, 0.9, -0.3}, dx[3] = {0}, h = 1e-6;
    __enzyme_autodiff<void>((void *)evaluate, enzyme_dup, root.get(), shadow.get(), enzyme_dup, x, dx);
    for (auto &n : {leaf, other, middle, root}) {
        double at = n->weight;
        n->weight = at + h;
        double up = evaluate(root.get(), x);
        n->weight = at - h;
        double expected = (up - evaluate(root.get(), x)) / (2 * h);
        n->weight = at;
        near_within("weight", known[n.get()]->weight, expected, 1e-8);
        for (auto &[_, s] : known)
            s->weight = 0;
        known[n.get()]->weight = 1;
        near_within("forward", __enzyme_fwddiff<double>((void *)evaluate, enzyme_dup, root.get(), shadow.get(), enzyme_const, x), expected, 1e-8);
        for (auto &[_, s] : known)
            s->weight = 0;
        __enzyme_autodiff<void>((void *)evaluate, enzyme_dup, root.get(), shadow.get(), enzyme_const, x);
    }
    for (int i = 0; i < 3; i++) {
        double at = x[i];
        x[i] = at + h;
        double up = evaluate(root.get(), x);
        x[i] = at - h;
        near_within("x", dx[i], (up - evaluate(root.get(), x)) / (2 * h), 1e-8);
        x[i] = at;
    }
    return wrong;
}
