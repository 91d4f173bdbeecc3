// Four std::function objects: numbers, references and nothing captured; they change places.
// rz: double stages(double x, double y, double z)
#include <cmath>
#include <functional>
#include <utility>

extern "C" double stages(double x, double y, double z)
{
    std::function<double(double)> stage[4] = {
        [x](double v) { return std::sin(v * x); },
        [&y](double v) { return v * y + y; },
        [](double v) { return 1 / (1 + v * v); },
        [&y, &z](double v) { return std::exp(-z * v) + y * v; },
    };
    double v = 0.4 + x;
    for (auto &s : stage)
        v = s(v);
    std::swap(stage[1], stage[3]);
    for (int i = 1; i < 4; i++)
        v += stage[i](v);
    return v + stage[0](v);
}
