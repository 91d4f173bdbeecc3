// Clocks, locks, thread_local scratch, static tables made on first use, dynamic_cast, weak pointers.
// rz: double served(const double x[n] in, int n=6)
// also: n=0
#include <chrono>
#include <cmath>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <vector>

namespace {

struct Part : std::enable_shared_from_this<Part> {
    std::weak_ptr<Part> owner;
    std::vector<std::shared_ptr<Part>> parts;
    double weight = 0;
    virtual ~Part() = default;
    virtual double value() const
    {
        double s = weight;
        for (const auto &p : parts)
            s += p->value() * 0.5;
        return s;
    }
    void adopt(std::shared_ptr<Part> p)
    {
        p->owner = shared_from_this();
        parts.push_back(std::move(p));
    }
};

struct Curved : Part {
    double bend = 1;
    double value() const override
    {
        double s = std::sin(weight) * bend;
        if (auto o = owner.lock())
            s += 0.1 * o->weight;
        return s;
    }
};

const std::vector<double> &factors()
{
    static const std::vector<double> f = [] {
        std::vector<double> v;
        for (int i = 0; i < 8; i++)
            v.push_back(1.0 / (1 + i));
        return v;
    }();
    return f;
}

std::mutex guard;
thread_local double scratch[16];

} // namespace

extern "C" double served(const double *x, int n)
{
    auto begin = std::chrono::steady_clock::now();
    auto root = std::make_shared<Part>();
    root->weight = 1;
    for (int i = 0; i < n; i++) {
        std::lock_guard<std::mutex> held(guard);
        scratch[i % 16] = x[i] * factors()[i % 8];
        if (i % 2) {
            auto c = std::make_shared<Curved>();
            c->weight = scratch[i % 16];
            root->adopt(c);
        } else {
            auto p = std::make_shared<Part>();
            p->weight = scratch[i % 16];
            root->weight += p->weight * p->weight;
            root->adopt(p);
        }
    }
    for (auto &p : root->parts)
        if (auto *c = dynamic_cast<Curved *>(p.get()))
            c->bend += c->weight;
    std::optional<std::vector<double>> extra;
    if (n > 2)
        extra.emplace(3, x[0]);
    double s = root->value();
    if (extra)
        for (double e : *extra)
            s *= 1 + 0.1 * e;
    auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    if (took > 1e6)
        throw std::runtime_error("slow");
    return s;
}
