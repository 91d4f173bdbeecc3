// The containers of the standard library.
#include <map>
#include <numeric>
#include <string>
#include <unordered_map>
#include <vector>
double grown(int n, double x) { std::vector<double> v; for (int i = 0; i < n; i++) v.push_back(x * i); v.resize(v.size() / 2); return std::accumulate(v.begin(), v.end(), 0.0); }
double mapped(int n, double x) { std::map<int, double> m; for (int i = 0; i < n; i++) m[i * 7 % 5] += x; double s = 0; for (auto &[k, v] : m) s += k * v; return s; }
double hashed(double x) { std::unordered_map<int, double> m; m[3] = x; m[5] = x * x; return m.at(5) + static_cast<double>(m.count(7)); }
double grid(int n, double x) { std::vector<std::vector<double>> g(static_cast<std::size_t>(n), std::vector<double>(3, x)); double s = 0; for (auto &r : g) for (auto e : r) s += e; return s; }
