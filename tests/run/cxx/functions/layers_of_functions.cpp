// A vector of std::function grows and is gone through in a loop; all capture numbers.
// rz: double layers(const double w[n] in, double x, int n=4)
// also: n=1
#include <cmath>
#include <functional>
#include <vector>

extern "C" double layers(const double *w, double x, int n)
{
    std::vector<std::function<double(double)>> layers;
    for (int i = 0; i < n; i++) {
        double weight = w[i];
        if (i % 2)
            layers.push_back([weight](double v) { return std::tanh(weight * v); });
        else
            layers.emplace_back([weight, i](double v) { return v + weight * i * v * v; });
    }
    double v = x;
    for (const auto &layer : layers)
        v = layer(v);
    std::function<double(double)> last = layers.back();
    return v + last(x * v);
}
