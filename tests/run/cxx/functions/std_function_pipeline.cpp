// std::function objects in an array, some holding active captures.
// rz: double f(double x, double y)
#include <cmath>
#include <functional>

extern "C" double f(double x, double y)
{
    std::function<double(double)> stage[3] = {
        [x](double v) { return v * x + 1.0; },
        [](double v) { return std::sin(v); },
        [&y](double v) { return v * v * y; },
    };
    double v = x;
    for (auto &s : stage)
        v = s(v);
    stage[1] = stage[2];
    return v + stage[1](v * x);
}
