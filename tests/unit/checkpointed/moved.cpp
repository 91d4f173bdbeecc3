// A field that is moved into another object before the loop, or not.
#include <cmath>
#include <utility>
#include <vector>
struct Field {
    std::vector<double> now, rate;
};
struct Model {
    Field a, b;
    double k;
};
__attribute__((noinline)) static void step(Model &m)
{
    Field &f = m.b.now.empty() ? m.a : m.b;
    for (size_t i = 1; i + 1 < f.now.size(); i++)
        f.rate[i] += m.k * std::sin(f.now[i - 1] - 2 * f.now[i] + f.now[i + 1]);
    for (size_t i = 0; i < f.now.size(); i++)
        f.now[i] += 0.1 * f.rate[i];
}
extern "C" double run(const double *x, int n, double r, int steps, int moved)
{
    Model m;
    m.a.now.assign(x, x + n);
    m.a.rate.assign(n, 0.0);
    m.k = r;
    if (moved)
        m.b = std::move(m.a);
    for (int t = 0; t < steps; t++) // time
        step(m);
    double sum = 0;
    for (double u : moved ? m.b.now : m.a.now)
        sum += u * u;
    return sum;
}
