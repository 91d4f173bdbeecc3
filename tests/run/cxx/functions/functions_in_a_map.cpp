// A table of std::function by name: looked up, replaced, and called with results of each other.
// rz: double f(double x, int n=5)
#include <cmath>
#include <functional>
#include <map>

extern "C" double f(double x, int n)
{
    std::map<int, std::function<double(double)>> table;
    table[0] = [](double v) { return std::sin(v); };
    table[1] = [x](double v) { return v * x + 1.0; };
    double v = x;
    for (int i = 0; i < n; i++) {
        v = table[i % 2](v);
        if (i == 2)
            table[0] = [](double w) { return w * w; };
    }
    return v;
}
