// Knots that depend on the input, in a map that classes ask: numbers lie where its end keeps a count.
// rz: double through(const double k[n] in, double x, int n=6)
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

class Curve {
    std::map<double, double> points;

public:
    void add(double at, double value)
    {
        auto known = points.find(at);
        if (known == points.end()) points.insert({at, value});
        else known->second = value;
    }
    std::size_t size() const { return points.size(); }
    double operator()(double x) const
    {
        auto hi = points.upper_bound(x);
        if (hi == points.end()) return std::prev(hi)->second;
        if (hi == points.begin()) return hi->second;
        auto lo = std::prev(hi);
        return lo->second + (hi->second - lo->second) * (x - lo->first) / (hi->first - lo->first);
    }
};

struct Reader {
    virtual ~Reader() = default;
    virtual double read(const Curve &c) const = 0;
};
struct At : Reader {
    double at;
    std::shared_ptr<double> scale;
    double read(const Curve &c) const override { return c(at) * c(2 * at) * *scale; }
};
struct Mean : Reader {
    int count;
    double read(const Curve &c) const override
    {
        double sum = 0;
        for (int i = 1; i <= count; i++) sum += c(i) * c.size();
        return sum / count;
    }
};

extern "C" double through(const double *k, double x, int n)
{
    Curve curve;
    double at = 0;
    for (int i = 0; i < n; i++) {
        at += 0.2 + k[i] * k[i];
        curve.add(at, std::sin(at * x));
    }
    auto scale = std::make_shared<double>(1 + 0.1 * x);
    std::vector<std::shared_ptr<Reader>> readers;
    auto one = std::make_shared<At>();
    one->at = 0.7, one->scale = scale, readers.push_back(one);
    auto mean = std::make_shared<Mean>();
    mean->count = 5, readers.push_back(mean);
    double sum = 0;
    for (const auto &r : readers) sum += r->read(curve);
    return sum;
}
