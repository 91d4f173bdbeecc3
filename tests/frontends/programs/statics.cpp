// flags: -std=c++20
// Static objects: constructed before main, on first use, per thread; inline and constant ones.
#include <string>
#include <vector>
struct Counter { static int alive; double v; explicit Counter(double x) : v(x) { ++alive; } ~Counter() { --alive; } }; int Counter::alive = 0;
static Counter first(1.5); static std::vector<double> table{1, 2, 3}; const std::string name = "static object";
inline Counter shared(2.5); constinit double fixed = 3; thread_local std::vector<int> each(3, 7); thread_local Counter local(4);
double &lazily() { static Counter once(fixed); return once.v; }
double sum(int i) { return table[static_cast<std::size_t>(i)] + first.v + shared.v + lazily() + each[0] + local.v + static_cast<double>(name.size()) + Counter::alive; }
namespace { struct Registrar { Registrar() { table.push_back(9); } } registrar; } namespace inner { inline namespace v1 { double value = sum(0); } }
