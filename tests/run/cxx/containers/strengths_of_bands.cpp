// Bands with a strength and a number of samples, averaged as they come, in a map that layers ask.
// rz: double absorbed(const double r[6] in, double length)
#include <cmath>
#include <iterator>
#include <map>
#include <memory>
#include <vector>

class Spectrum {
    struct Band { double strength = 0; int samples = 0; };
    std::map<double, Band> bands;

public:
    void add(double from, double strength)
    {
        Band &b = bands[from];
        b.strength = (b.strength * b.samples + strength) / (b.samples + 1), b.samples++;
    }
    double at(double f) const
    {
        auto hi = bands.lower_bound(f);
        if (hi == bands.begin()) return hi->second.strength;
        auto lo = std::prev(hi);
        if (hi == bands.end()) return lo->second.strength * lo->first;
        double part = (f - lo->first) / (hi->first - lo->first);
        return lo->second.strength + (hi->second.strength - lo->second.strength) * part;
    }
};

struct Layer {
    virtual ~Layer() = default;
    virtual double passes(const Spectrum &s) const = 0;
};
struct Gas : Layer {
    double density;
    int steps;
    double passes(const Spectrum &s) const override
    {
        double sum = 0;
        for (int i = 1; i <= steps; i++) sum += std::exp(-density * s.at(0.7 * i));
        return sum;
    }
};
struct Glass : Layer {
    std::shared_ptr<double> width;
    double passes(const Spectrum &s) const override { return std::exp(-*width * s.at(*width)); }
};

extern "C" double absorbed(const double *r, double length)
{
    Spectrum spectrum;
    for (int i = 0; i < 6; i++) spectrum.add(0.5 + (i % 4) * (i % 4) * length, 0.3 * r[i] * r[i]);
    std::vector<std::shared_ptr<Layer>> layers;
    auto gas = std::make_shared<Gas>();
    gas->density = 0.25, gas->steps = 7, layers.push_back(gas);
    auto glass = std::make_shared<Glass>();
    glass->width = std::make_shared<double>(length), layers.push_back(glass);
    double sum = 0;
    for (const auto &l : layers) sum += l->passes(spectrum);
    return sum;
}
