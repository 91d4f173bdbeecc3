// Offers of several kinds, each with a name and numbers of its own, asked through their base.
// rz: double price(const double x[n] in 0.7..1.3, int n=6)
// also: n=3
#include <cmath>
#include <memory>
#include <string>
#include <vector>

namespace {
struct Offer {
    std::string name;
    explicit Offer(std::string given) : name(std::move(given)) {}
    virtual ~Offer() = default;
    virtual double value(double rate) const = 0;
};

struct Fixed : Offer {
    double amount;
    Fixed(std::string given, double a) : Offer(std::move(given)), amount(a) {}
    double value(double rate) const override { return amount * amount * std::exp(-rate); }
};

struct Steps : Offer {
    std::vector<double> steps;
    Steps(std::string given, double a, int count) : Offer(std::move(given))
    {
        for (int i = 0; i < count; i++)
            steps.push_back(a * (1 + 0.1 * i));
    }
    double value(double rate) const override
    {
        double left = 1, sum = 0;
        for (double step : steps) {
            left *= std::exp(-0.1 * rate * step);
            sum += left * step;
        }
        return sum;
    }
};

struct Growing : Offer {
    double start, growth;
    Growing(std::string given, double a, double b) : Offer(std::move(given)), start(a), growth(b) {}
    double value(double rate) const override
    {
        double now = start, sum = 0;
        while (now < 3 * start) {
            now *= 1 + 0.5 * growth;
            sum += now / (1 + rate);
        }
        return sum;
    }
};
}  // namespace

extern "C" double price(const double *x, int n)
{
    std::vector<std::unique_ptr<Offer>> offers;
    for (int i = 0; i < n; i++) {
        std::string name = "offer of the " + std::to_string(i) + "th";
        if (i % 3 == 0)
            offers.push_back(std::make_unique<Fixed>(name, x[i]));
        else if (i % 3 == 1)
            offers.push_back(std::make_unique<Steps>(name, x[i], 2 + i));
        else
            offers.push_back(std::make_unique<Growing>(name, x[i], x[i - 1]));
    }
    double sum = 0;
    for (const auto &offer : offers)
        sum += offer->value(x[0]) * static_cast<double>(offer->name.size());
    return sum;
}
