// The containers of the standard library.
#include <deque>
#include <list>
#include <map>
#include <numeric>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>
double grown(int n, double x) { std::vector<double> v; for (int i = 0; i < n; i++) v.push_back(x * i); v.resize(v.size() / 2); return std::accumulate(v.begin(), v.end(), 0.0); }
double mapped(int n, double x) { std::map<int, double> m; for (int i = 0; i < n; i++) m[i * 7 % 5] += x; double s = 0; for (auto &[k, v] : m) s += k * v; return s; }
double hashed(double x) { std::unordered_map<std::string, double> m{{"a", x}, {"b", x * x}}; m.emplace("c", 1.0); return m.at("b") + static_cast<double>(m.count("z")); }
double linked(double x) { std::list<double> l{1, 2, 3}; l.push_front(x); l.remove(2); std::deque<double> d(l.begin(), l.end()); d.push_front(x); return d.back() * d.front(); }
double grid(int n, double x) { std::vector<std::vector<double>> g(static_cast<std::size_t>(n), std::vector<double>(3, x)); double s = 0; for (auto &r : g) for (auto e : r) s += e; return s; }
int letters(const std::string &s) { std::set<char> c(s.begin(), s.end()); return static_cast<int>(c.size()); }
