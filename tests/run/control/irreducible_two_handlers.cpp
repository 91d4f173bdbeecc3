// A cycle with two entries whose steps may throw; destructors must run, a handler stands ready.
// rz: double f(double x, double y, int steps=6, int middle=1)
// also: middle=0
// also: steps=1
#include <cmath>
#include <stdexcept>
#include <vector>

__attribute__((noinline)) static double step(const std::vector<double> &v, double a)
{
    if (v.empty())
        throw std::runtime_error("empty");
    return std::sin(a) + v.back() * 0.5;
}

__attribute__((noinline)) static double run(double x, double y, int steps, bool middle)
{
    std::vector<double> seen{y};
    double a = x;
    int k = 0;
    if (middle)
        goto second;
first:
    a = step(seen, a) * y;
    if (++k >= steps)
        return a * seen.front();
second:
    seen.push_back(a * x);
    a = step(seen, a + 0.25);
    if (++k < steps)
        goto first;
    return a - seen.back();
}

extern "C" double f(double x, double y, int steps, int middle)
{
    try {
        return run(x, y, steps, middle != 0);
    } catch (const std::runtime_error &) {
        return -1.0;
    }
}
