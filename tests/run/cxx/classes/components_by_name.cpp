// A circuit of components made by a registry, found by name, in several containers.
// needs: types
// rz: double simulate(const double p[6] in, int steps=20)
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>
#include <stdexcept>

struct State { std::map<std::string, double> values; double time = 0; };

class Component {
public:
    explicit Component(std::string name) : name_(std::move(name)) {}
    virtual ~Component() = default;
    virtual void step(State& s, double dt) = 0;
    virtual double energy(const State& s) const { return 0.0; }
    const std::string& name() const { return name_; }
protected:
    std::string name_;
};

class Spring : public Component {
    double k_; std::vector<std::string> ports_;
public:
    Spring(std::string n, double k, std::vector<std::string> ports) : Component(std::move(n)), k_(k), ports_(std::move(ports)) {}
    void step(State& s, double dt) override { s.values[ports_[1]] -= dt * k_ * s.values[ports_[0]]; }
    double energy(const State& s) const override { double x = s.values.at(ports_[0]); return 0.5 * k_ * x * x; }
};
class Mass : public Component {
    double m_; std::string pos_, vel_;
public:
    Mass(std::string n, double m, std::string p, std::string v) : Component(std::move(n)), m_(m), pos_(p), vel_(v) {}
    void step(State& s, double dt) override { s.values[pos_] += dt * s.values[vel_] / m_; }
    double energy(const State& s) const override { double v = s.values.at(vel_); return 0.5 * v * v / m_; }
};
class Damper : public Component {
    double c_; std::string vel_;
    std::vector<double> history_;
public:
    Damper(std::string n, double c, std::string v) : Component(std::move(n)), c_(c), vel_(v) {}
    void step(State& s, double dt) override { double& v = s.values[vel_]; v *= std::exp(-c_ * dt); history_.push_back(v); }
    double energy(const State&) const override { double t = 0; for (double h : history_) t += h * h; return 0.01 * t; }
};

class System {
    std::map<std::string, std::unique_ptr<Component>> components_;
    std::vector<Component*> order_;
    std::unordered_map<std::string, std::vector<std::string>> groups_;
public:
    void add(std::unique_ptr<Component> c, const std::string& group) {
        groups_[group].push_back(c->name());
        order_.push_back(c.get());
        std::string key = c->name();
        components_[key] = std::move(c);
    }
    Component& get(const std::string& name) {
        auto it = components_.find(name);
        if (it == components_.end()) throw std::runtime_error("no component " + name);
        return *it->second;
    }
    void step(State& s, double dt) { for (auto* c : order_) c->step(s, dt); s.time += dt; }
    double energy(const State& s, const std::string& group) {
        double e = 0;
        for (const auto& n : groups_[group]) e += get(n).energy(s);
        return e;
    }
};

extern "C" double simulate(const double* p, int steps) {
    using Factory = std::function<std::unique_ptr<Component>(const std::string&, double)>;
    std::map<std::string, Factory> registry;
    registry["spring"] = [](const std::string& n, double v) { return std::make_unique<Spring>(n, v, std::vector<std::string>{"x", "v"}); };
    registry["mass"] = [](const std::string& n, double v) { return std::make_unique<Mass>(n, v, "x", "v"); };
    registry["damper"] = [](const std::string& n, double v) { return std::make_unique<Damper>(n, v, "v"); };
    System sys;
    sys.add(registry.at("spring")("k1", p[0]), "stored");
    sys.add(registry.at("spring")("k2", p[1]), "stored");
    sys.add(registry.at("mass")("m1", p[2]), "stored");
    sys.add(registry.at("damper")("c1", p[3]), "lost");
    State s;
    s.values["x"] = p[4];
    s.values["v"] = p[5];
    for (int i = 0; i < steps; ++i) sys.step(s, 0.01);
    return sys.energy(s, "stored") + sys.energy(s, "lost") + s.values["x"];
}
