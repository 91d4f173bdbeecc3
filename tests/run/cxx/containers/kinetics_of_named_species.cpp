// Hash tables that are members between others: species by name, rate laws by kind, sets of what is held fixed.
// rz: double f(const double k[3] in, const double c0[4] in, int steps=4)
// also: steps=0
// needs: types
#include <functional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

struct Reaction { std::string kind; std::vector<int> from, to; double rate; };
struct Record { std::string label; std::vector<double> values; };

class System {
public:
    int species(const std::string &name, double amount)
    {
        auto [at, is_new] = index_.try_emplace(name, static_cast<int>(amounts_.size()));
        if (is_new) amounts_.push_back(amount);
        return at->second;
    }
    void law(const std::string &kind, std::function<double(const Reaction &, const std::vector<double> &)> f) { laws_[kind] = std::move(f); }
    void reaction(Reaction r) { reactions_.push_back(std::move(r)); }
    void hold(const std::string &name) { fixed_.insert(index_.at(name)); }
    void step(double dt)
    {
        std::vector<double> change(amounts_.size(), 0.0);
        for (const Reaction &r : reactions_) {
            double speed = laws_.at(r.kind)(r, amounts_) * dt;
            for (int s : r.from) change[s] -= speed;
            for (int s : r.to) change[s] += speed;
        }
        for (std::size_t s = 0; s < change.size(); s++)
            if (!fixed_.count(static_cast<int>(s))) amounts_[s] += change[s];
        records_.push_back({"after step " + std::to_string(records_.size()), amounts_});
    }
    double amount(const std::string &name) const { return amounts_[index_.at(name)]; }
    const std::vector<Record> &records() const { return records_; }
private:
    std::unordered_map<std::string, int> index_;
    std::vector<double> amounts_;
    std::unordered_map<std::string, std::function<double(const Reaction &, const std::vector<double> &)>> laws_;
    std::vector<Reaction> reactions_;
    std::unordered_set<int> fixed_;
    std::vector<Record> records_;
};

extern "C" double f(const double *k, const double *c0, int steps)
{
    System s;
    int a = s.species("A", c0[0]), b = s.species("B", c0[1]), e = s.species("an enzyme with a long name", c0[2]);
    int p = s.species("P", c0[3]);
    double saturation = k[2];
    s.law("mass action", [](const Reaction &r, const std::vector<double> &c) {
        double v = r.rate;
        for (int i : r.from) v *= c[i];
        return v;
    });
    s.law("saturating", [saturation](const Reaction &r, const std::vector<double> &c) {
        return r.rate * c[r.from[0]] / (saturation + c[r.from[0]]);
    });
    s.reaction({"mass action", {a, e}, {b, e}, k[0]});
    s.reaction({"saturating", {b}, {p}, k[1]});
    s.hold("an enzyme with a long name");
    for (int i = 0; i < steps; i++) s.step(0.2);
    double sum = s.amount("P") * s.amount("B") + s.amount("A");
    for (const Record &r : s.records()) sum += r.values[p] * r.values[a] * r.label.size();
    return sum;
}
