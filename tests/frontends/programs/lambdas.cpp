// Closures, stored functions, callbacks with state.
#include <functional>
#include <memory>
double applied(const std::function<double(double)> &f, double x) { return f(f(x)); }
double closed(double a, double b) { auto by = [a](double x) { return a * x; }; double seen = 0; auto watch = [&seen, by](double x) mutable { seen += x; return by(x); }; return applied(watch, b) + seen; }
std::function<double(double)> composed(std::function<double(double)> f, std::function<double(double)> g) { return [f = std::move(f), g = std::move(g)](double x) { return f(g(x)); }; }
double generic(double x) { auto twice = [](auto v) { return v + v; }; return twice(x) + twice(3); }
double pointer(double x) { double (*f)(double) = [](double y) { return y * y; }; return f(x); }
double owned(double x) { auto p = std::make_unique<double>(x); auto f = [p = std::move(p)] { return *p; }; return f(); }
double recursive(int n) { std::function<double(int)> f = [&f](int k) { return k ? k * f(k - 1) : 1.0; }; return f(n); }
struct Integrator { double h; template <class F> double operator()(F f, double x) const { return x + h * f(x); } }; double stepped(double x) { return Integrator{0.1}([x](double y) { return -y * x; }, x); }
