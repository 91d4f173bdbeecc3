// A tree of unique_ptr nodes with a recursive evaluation.
// rz: double f(const double x[n] in, int n=7)
// also: n=1
#include <cmath>
#include <memory>

struct Node {
    double value;
    std::unique_ptr<Node> left, right;
};

static std::unique_ptr<Node> grow(const double *x, int n)
{
    if (n == 0)
        return nullptr;
    auto node = std::make_unique<Node>();
    int half = (n - 1) / 2;
    node->left = grow(x, half);
    node->value = x[half];
    node->right = grow(x + half + 1, n - 1 - half);
    return node;
}

static double evaluate(const Node &n)
{
    double l = n.left ? evaluate(*n.left) : 0.5, r = n.right ? evaluate(*n.right) : 0.25;
    return std::sin(l) * n.value + r * n.value * n.value;
}

extern "C" double f(const double *x, int n)
{
    auto root = grow(x, n);
    return evaluate(*root) * root->value;
}
