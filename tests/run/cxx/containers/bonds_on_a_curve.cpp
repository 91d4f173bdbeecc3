// A curve whose last place is kept beside its map; places and rates depend on the input.
// rz: double worth(const double r[5] in, double spread)
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

class Curve {
    std::map<double, double> points;
    double top = 0;

public:
    void add(double t, double r) { points[t] = r, top = t; }
    double rate(double t) const
    {
        auto hi = points.lower_bound(t);
        if (hi == points.end()) return std::prev(hi)->second * top;
        if (hi == points.begin()) return hi->second;
        auto lo = std::prev(hi);
        return lo->second + (hi->second - lo->second) * (t - lo->first) / (hi->first - lo->first);
    }
};

struct Paper {
    virtual ~Paper() = default;
    virtual double price(const Curve &c) const = 0;
};
struct Bond : Paper {
    double coupon;
    int years;
    std::shared_ptr<double> spread;
    double price(const Curve &c) const override
    {
        double sum = 0;
        for (int y = 1; y <= years; ++y)
            sum += (coupon + (y == years)) * std::exp(-(c.rate(y) + *spread) * y);
        return sum;
    }
};
struct Swap : Paper {
    double fixed;
    int years;
    double price(const Curve &c) const override
    {
        double sum = 0;
        for (int y = 1; y <= years; ++y) sum += std::exp(-c.rate(y) * y);
        return 1 - std::exp(-c.rate(years) * years) - fixed * sum;
    }
};

extern "C" double worth(const double *r, double spread)
{
    Curve curve;
    for (int i = 0; i < 5; ++i) curve.add(i + r[i] * r[i], 0.03 * r[i]);
    auto shared = std::make_shared<double>(0.01 * spread);
    std::vector<std::shared_ptr<Paper>> book;
    auto b = std::make_shared<Bond>();
    b->coupon = 0.05, b->years = 4, b->spread = shared, book.push_back(b);
    auto s = std::make_shared<Swap>();
    s->fixed = spread, s->years = 7, book.push_back(s);
    double sum = 0;
    for (auto &paper : book) sum += paper->price(curve);
    return sum;
}
