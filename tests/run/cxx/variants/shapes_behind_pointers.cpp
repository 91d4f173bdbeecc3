// Variants of numbers and containers in classes behind shared, unique and plain pointers.
// rz: double f(const double p[9] in, double rho, int n=9)
// flags: -std=c++20
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <variant>
#include <vector>
struct Disc { double r; };
struct Box { double w, h; };
struct Ring { std::vector<std::pair<double, double>> at; };
using Shape = std::variant<Disc, Box, Ring>;
struct Area {
    double operator()(const Disc& d) const { return 3 * d.r * d.r; }
    double operator()(const Box& b) const { return b.w * b.h; }
    double operator()(const Ring& p) const {
        double s = 0;
        for (size_t i = 0; i < p.at.size(); i++) {
            auto [x, y] = p.at[i];
            auto [u, v] = p.at[(i + 1) % p.at.size()];
            s += x * v - u * y;
        }
        return s / 2;
    }
};
struct Body {
    virtual ~Body() = default;
    virtual double mass() const = 0;
    virtual std::optional<double> spin() const { return std::nullopt; }
};
struct Solid : Body {
    Shape shape;
    double rho;
    Solid(Shape s, double rho) : shape(std::move(s)), rho(rho) {}
    double mass() const override { return rho * std::visit(Area{}, shape); }
};
struct Wheel : Solid {
    double omega;
    Wheel(double r, double rho, double omega) : Solid(Disc{r}, rho), omega(omega) {}
    std::optional<double> spin() const override { return omega > 0 ? std::optional(omega * mass()) : std::nullopt; }
};
struct Group : Body {
    std::vector<std::unique_ptr<Body>> of;
    double mass() const override {
        return std::accumulate(of.begin(), of.end(), 0.0, [](double s, const auto& b) { return s + b->mass(); });
    }
};
extern "C" double f(const double* p, double rho, int n) {
    auto group = std::make_unique<Group>();
    std::map<std::string, std::vector<std::shared_ptr<Body>>> by;
    for (int i = 0; i < n; i++) {
        double a = p[i];
        if (i % 4 == 0) group->of.push_back(std::make_unique<Solid>(Disc{a}, rho));
        else if (i % 4 == 1) group->of.push_back(std::make_unique<Wheel>(a, rho * 2, a));
        else if (i % 4 == 2) {
            Ring ring;
            for (int k = 0; k < 5; k++) ring.at.emplace_back(a * std::cos(k * 1.2), a * std::sin(k * 1.2) * rho);
            by["ring"].push_back(std::make_shared<Solid>(ring, 1.5));
        } else by["box " + std::to_string(i)].push_back(std::make_shared<Solid>(Box{a, a + rho}, a));
    }
    double s = group->mass();
    for (auto& body : group->of) if (auto spin = body->spin()) s += 0.1 * *spin;
    for (auto& [name, bodies] : by) for (auto& body : bodies) s += body->mass() * name.size();
    return s;
}
