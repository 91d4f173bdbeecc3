// A k-d tree over active points, built by nth_element, nodes in a pool; weights by distance.
// rz: double predicted(const double px[2*n] in 0..1, const double v[n] in, const double q[2] in 0.3..0.6, int n=9, int k=3)
// also: n=1, k=1
// needs: types
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <queue>
#include <vector>

namespace {

struct Node {
    std::array<double, 2> at;
    double value;
    int left = -1, right = -1, axis = 0;
};

class Tree {
public:
    Tree(const double *p, const double *v, int n)
    {
        std::vector<int> order(n);
        std::iota(order.begin(), order.end(), 0);
        pool.reserve(n);
        root = build(p, v, order.begin(), order.end(), 0);
    }

    double near(const std::array<double, 2> &q, std::size_t k) const
    {
        std::priority_queue<std::pair<double, int>> best;
        search(root, q, k, best);
        double num = 0, den = 0;
        while (!best.empty()) {
            auto [d, i] = best.top();
            best.pop();
            double w = std::exp(-3 * d);
            num += w * pool[i].value;
            den += w;
        }
        return num / den;
    }

private:
    using It = std::vector<int>::iterator;
    int build(const double *p, const double *v, It first, It last, int axis)
    {
        if (first == last)
            return -1;
        It mid = first + (last - first) / 2;
        std::nth_element(first, mid, last, [&](int a, int b) { return p[2 * a + axis] < p[2 * b + axis]; });
        int self = static_cast<int>(pool.size());
        pool.push_back({{p[2 * *mid], p[2 * *mid + 1]}, v[*mid], -1, -1, axis});
        int l = build(p, v, first, mid, 1 - axis);
        int r = build(p, v, mid + 1, last, 1 - axis);
        pool[self].left = l;
        pool[self].right = r;
        return self;
    }

    void search(int node, const std::array<double, 2> &q, std::size_t k, std::priority_queue<std::pair<double, int>> &best) const
    {
        if (node < 0)
            return;
        const Node &n = pool[node];
        double dx = n.at[0] - q[0], dy = n.at[1] - q[1];
        best.emplace(dx * dx + dy * dy, node);
        if (best.size() > k)
            best.pop();
        double gap = q[n.axis] - n.at[n.axis];
        search(gap < 0 ? n.left : n.right, q, k, best);
        if (best.size() < k || gap * gap < best.top().first)
            search(gap < 0 ? n.right : n.left, q, k, best);
    }

    std::vector<Node> pool;
    int root;
};

} // namespace

extern "C" double predicted(const double *px, const double *v, const double *q, int n, int k)
{
    Tree tree(px, v, n);
    return tree.near({q[0], q[1]}, static_cast<std::size_t>(k));
}
