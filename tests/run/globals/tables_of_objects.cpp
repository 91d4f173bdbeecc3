// Static objects with a table each, exchanged and emptied between the turns, and scratch of the same kind.
// needs: libstdc++
// rz: double f(const double x[n] in, int n=5)
// also: n=8
#include <cmath>
#include <utility>
#include <vector>

namespace {

struct Quadrature {
    std::vector<double> nodes, weights;
    explicit Quadrature(int n) : nodes(n), weights(n, 1.0 / n)
    {
        for (int i = 0; i < n; i++)
            nodes[i] = (i + 0.5) / n;
    }
};

const Quadrature &rule(bool fine)
{
    static const Quadrature coarse(4), exact(16);
    return fine ? exact : coarse;
}

std::vector<double> values, before;

} // namespace

extern "C" double f(const double *x, int n)
{
    double s = 0;
    for (int turn = 0; turn < 4; turn++) {
        const Quadrature &q = rule(turn % 2);
        std::swap(values, before);
        values.clear();
        for (double at : q.nodes) {
            double v = 0;
            for (int i = n; i-- > 0;)
                v = v * at + x[i] / (turn + 1);
            values.push_back(std::sin(v));
        }
        for (std::size_t i = 0; i < values.size(); i++)
            s += q.weights[i] * values[i] * values[i];
        if (turn)
            for (std::size_t i = 0; i < before.size() && i < values.size(); i++)
                s += 0.1 * before[i] * values[i];
    }
    return s;
}
