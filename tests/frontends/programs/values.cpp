// flags: -std=c++20
// Sum types, optional values, spans, ranges, constant evaluation, algorithms.
#include <algorithm>
#include <complex>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>
using Value = std::variant<int, double, std::vector<double>>; template <class... F> struct Overloaded : F... { using F::operator()...; };
double visited(const Value &v) { return std::visit(Overloaded{[](int i) { return i * 1.0; }, [](double d) { return d; }, [](const std::vector<double> &x) { return x.empty() ? 0 : x[0]; }}, v); }
std::optional<double> root(double x) { if (x < 0) return std::nullopt; return x / 2; } double rooted(double x) { return root(x).value_or(-1); }
constexpr int primes(int n) { int c = 0; for (int i = 2; i < n; i++) { bool p = true; for (int j = 2; j < i; j++) if (i % j == 0) p = false; c += p; } return c; } constexpr int known = primes(50); int constant() { return known; }
double spanned(std::span<const double> s) { return std::accumulate(s.begin(), s.end(), 0.0); } double sorted(std::vector<double> v) { std::ranges::sort(v, std::greater{}); auto it = std::lower_bound(v.rbegin(), v.rend(), 1.0); return it == v.rend() ? 0 : *it; }
std::complex<double> mandelbrot(std::complex<double> c) { std::complex<double> z; for (int i = 0; i < 10 && std::norm(z) < 4; i++) z = z * z + c; return z; } auto compared(double a, double b) { return a <=> b; } bool less(double a, double b) { return compared(a, b) < 0; } bool starts(std::string_view s) { return s.starts_with("rib"); }
