// Points in a list, found through a tree whose nodes lie in a deque that a static variable leads to;
// masses from a hash table, distances kept in order in a set.
// rz: double attracted(const double x[6] in 0.3..1.1, int n=9)
// also: n=2
#include <algorithm>
#include <cmath>
#include <deque>
#include <list>
#include <set>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <vector>

namespace {

struct Body {
    double at[2];
    double mass;
    int id;
};

struct Node {
    Body *body = nullptr;
    Node *less = nullptr, *more = nullptr;
};

std::deque<Node> *pool;

Node *built(std::vector<Body *> bodies, int axis)
{
    if (bodies.empty())
        return nullptr;
    std::sort(bodies.begin(), bodies.end(),
              [axis](auto a, auto b) { return a->at[axis] < b->at[axis]; });
    auto middle = bodies.begin() + bodies.size() / 2;
    pool->push_back({});
    Node *node = &pool->back();
    node->body = *middle;
    node->less = built({ bodies.begin(), middle }, 1 - axis);
    node->more = built({ middle + 1, bodies.end() }, 1 - axis);
    return node;
}

void nearest(const Node *node, const double *from, int axis, double &best, const Body *&found)
{
    if (!node)
        return;
    double dx = node->body->at[0] - from[0], dy = node->body->at[1] - from[1];
    double square = dx * dx + dy * dy;
    if (square < best && square > 0) {
        best = square;
        found = node->body;
    }
    double beyond = from[axis] - node->body->at[axis];
    nearest(beyond < 0 ? node->less : node->more, from, 1 - axis, best, found);
    if (beyond * beyond < best)
        nearest(beyond < 0 ? node->more : node->less, from, 1 - axis, best, found);
}

}

extern "C" double attracted(const double *x, int n)
{
    std::deque<Node> nodes;
    pool = &nodes;
    std::list<Body> bodies;
    std::unordered_map<int, double> extra;
    for (int i = 0; i < n; ++i) {
        bodies.push_back({ { std::sin(i * 1.7) * x[i % 6] + i * 0.01,
                             std::cos(i * 2.3) * x[(i + 1) % 6] }, 1 + x[(i + 2) % 6], i });
        extra[i * 37 % 101] += x[(i + 3) % 6];
    }
    std::vector<Body *> all;
    for (Body &body : bodies)
        all.push_back(&body);
    const Node *root = built(all, 0);
    std::set<std::tuple<double, int>> order;
    double s = 0;
    for (Body &body : bodies) {
        double best = 1e9;
        const Body *other = nullptr;
        nearest(root, body.at, 0, best, other);
        if (!other)
            throw std::runtime_error("alone");
        s += body.mass * other->mass / std::sqrt(best + 0.01);
        order.insert({ best, body.id });
    }
    for (auto &[square, id] : order)
        s += square * extra.at(id * 37 % 101);
    return s;
}
