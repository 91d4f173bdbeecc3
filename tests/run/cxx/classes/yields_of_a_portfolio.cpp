// Curves by tenor, bonds in a portfolio, Newton's method for the yield; exceptions and string keys.
// rz: double value(const double r[5] in, double spread)
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>
class Curve {
    std::map<double, double> points_;
public:
    void add(double t, double r) { points_[t] = r; }
    double rate(double t) const {
        auto hi = points_.lower_bound(t);
        if (hi == points_.end()) return std::prev(hi)->second;
        if (hi == points_.begin()) return hi->second;
        auto lo = std::prev(hi);
        return lo->second + (hi->second - lo->second) * (t - lo->first) / (hi->first - lo->first);
    }
    double discount(double t) const { return std::exp(-rate(t) * t); }
};
struct Instrument { std::string id; virtual ~Instrument() = default; virtual double price(const Curve&) const = 0; };
struct Bond : Instrument { double coupon; int years; std::shared_ptr<double> spread;
    double price(const Curve& c) const override { double s = 0; for (int y = 1; y <= years; ++y) s += (coupon + (y == years)) * c.discount(y) * std::exp(-*spread * y); return s; } };
struct Swap : Instrument { double fixed; int years;
    double price(const Curve& c) const override { double a = 0; for (int y = 1; y <= years; ++y) a += c.discount(y); return 1 - c.discount(years) - fixed * a; } };
static double solve(const std::function<double(double)>& f, double x) {
    for (int i = 0; i < 20; ++i) { double h = 1e-4, d = (f(x + h) - f(x - h)) / (2 * h); double s = f(x) / d; x -= s; if (std::fabs(s) < 1e-13) return x; }
    throw std::runtime_error("no yield");
}
extern "C" double value(const double* r, double spread) {
    Curve curve;
    const double tenors[] = {0.5, 1, 2, 5, 10};
    for (int i = 0; i < 5; ++i) curve.add(tenors[i], 0.03 * r[i]);
    auto shared = std::make_shared<double>(0.01 * spread);
    std::vector<std::shared_ptr<Instrument>> book;
    auto b = std::make_shared<Bond>(); b->id = "B1"; b->coupon = 0.05; b->years = 4; b->spread = shared; book.push_back(b);
    auto s = std::make_shared<Swap>(); s->id = "S1"; s->fixed = 0.02; s->years = 7; book.push_back(s);
    std::map<std::string, double> prices; std::set<std::string> seen;
    for (auto& i : book) { prices[i->id] = i->price(curve); std::ostringstream o; o << i->id << "/" << book.size(); seen.insert(o.str()); }
    double yield = 0;
    try { yield = solve([&](double y) { double t = 0; for (int k = 1; k <= b->years; ++k) t += (b->coupon + (k == b->years)) * std::exp(-y * k); return t - prices.at("B1"); }, 0.03); }
    catch (const std::runtime_error&) { return -1; }
    return yield * 10 + prices["S1"] * seen.size();
}
