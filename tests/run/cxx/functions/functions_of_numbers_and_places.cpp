// Functions that capture a double by value, others a reference or a pointer, in one vector.
// rz: double total(const double x[n] in, int n=6, double a, double b)
#include <cmath>
#include <functional>
#include <vector>

extern "C" double total(const double* x, int n, double a, double b) {
    std::vector<std::function<double(double)>> terms;
    double scale = a * b;
    terms.push_back([a](double t) { return a * t * t; });
    terms.push_back([&scale](double t) { return scale * std::sin(t); });
    const double* first = x;
    terms.push_back([first](double t) { return first[0] * std::exp(-t); });
    terms.push_back([a, b](double t) { return a + b * t; });
    double s = 0;
    for (int i = 0; i < n; ++i)
        for (auto& f : terms) s += f(x[i]);
    return s;
}
