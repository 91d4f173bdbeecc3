// Components by name: a registry of prototypes, signals by name, several containers.
// needs: types
// rz: double plant(const double p[5] in, double y[8] out, int n=8)
#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

struct Bus {
    std::unordered_map<std::string, double> signals;
    std::map<std::string, std::vector<double>> log;
    void put(const std::string& k, double v) { signals[k] = v; log[k].push_back(v); }
    double at(const std::string& k) const { auto f = signals.find(k); return f == signals.end() ? 0.0 : f->second; }
};

struct Component {
    std::string name;
    std::vector<std::string> inputs;
    std::map<std::string, double> params;
    virtual ~Component() {}
    virtual void update(Bus& bus) = 0;
    virtual std::shared_ptr<Component> clone() const = 0;
};
struct Gain : Component {
    void update(Bus& bus) override { bus.put(name, params["k"] * bus.at(inputs[0])); }
    std::shared_ptr<Component> clone() const override { return std::make_shared<Gain>(*this); }
};
struct Sum : Component {
    void update(Bus& bus) override { double t = 0; for (auto& i : inputs) t += bus.at(i); bus.put(name, t); }
    std::shared_ptr<Component> clone() const override { return std::make_shared<Sum>(*this); }
};
struct Delay : Component {
    std::deque<double> line;
    void update(Bus& bus) override {
        line.push_back(bus.at(inputs[0]));
        double out = 0;
        if (line.size() > 2) { out = line.front(); line.pop_front(); }
        bus.put(name, out);
    }
    std::shared_ptr<Component> clone() const override { return std::make_shared<Delay>(*this); }
};
struct Saturation : Component {
    void update(Bus& bus) override { double l = params.at("limit"); bus.put(name, l * std::tanh(bus.at(inputs[0]) / l)); }
    std::shared_ptr<Component> clone() const override { return std::make_shared<Saturation>(*this); }
};

class Registry {
    std::map<std::string, std::shared_ptr<Component>> prototypes;
public:
    Registry() {
        prototypes["gain"] = std::make_shared<Gain>();
        prototypes["sum"] = std::make_shared<Sum>();
        prototypes["delay"] = std::make_shared<Delay>();
        prototypes["sat"] = std::make_shared<Saturation>();
    }
    std::shared_ptr<Component> make(const std::string& kind, const std::string& name, std::vector<std::string> in) const {
        auto c = prototypes.at(kind)->clone();
        c->name = name;
        c->inputs = std::move(in);
        return c;
    }
};

extern "C" double plant(const double* p, double* y, int n) {
    Registry reg;
    std::map<std::string, std::shared_ptr<Component>> parts;
    std::vector<std::string> order;
    auto add = [&](const char* kind, const char* name, std::vector<std::string> in) -> Component& {
        parts[name] = reg.make(kind, name, std::move(in));
        order.push_back(name);
        return *parts[name];
    };
    add("sum", "error", {"ref", "feedback"});
    add("gain", "control", {"error"}).params["k"] = p[0];
    add("sat", "actuator", {"control"}).params["limit"] = p[1];
    add("delay", "line", {"actuator"});
    add("gain", "feedback", {"line"}).params["k"] = -p[2];
    std::set<std::string> seen;
    Bus bus;
    for (int i = 0; i < n; ++i) {
        bus.signals["ref"] = p[3] * std::sin(p[4] * i);
        for (const auto& o : order) { parts.at(o)->update(bus); seen.insert(o); }
        y[i] = bus.at("line");
    }
    double cost = 0;
    for (const auto& s : seen) for (double v : bus.log[s]) cost += v * v;
    return cost;
}
