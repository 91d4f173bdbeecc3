// Charged particles in a box: cells, neighbours, collisions that make new particles, a thermostat.
// rz: double simulate(const double start[4*n] in, const double charge[n] in -1..1, const double options[4] in 0.4..0.9, double spectrum[bins] out, int n=6, int steps=3, int bins=5, int model=0)
// also: model=1, n=7
// also: model=2, steps=2, n=5
// also: n=1, steps=1
// needs: types
/*
 * Written as an application is: a namespace of vectors, a registry of force models made by a
 * factory, particles in a std::vector that grows while it is walked, a cell list that is rebuilt
 * each step, diagnostics by name in a std::map, an event log with strings, a text of options.
 */
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <numeric>
#include <optional>
#include <queue>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace geometry {

template <typename T, int D>
struct Vec {
    std::array<T, D> at{};

    Vec() = default;
    Vec(T x, T y) : at{x, y} {}

    T &operator[](int i) { return at[i]; }
    const T &operator[](int i) const { return at[i]; }

    Vec &operator+=(const Vec &o) {
        for (int i = 0; i < D; i++) at[i] += o.at[i];
        return *this;
    }
    Vec &operator-=(const Vec &o) {
        for (int i = 0; i < D; i++) at[i] -= o.at[i];
        return *this;
    }
    Vec &operator*=(T s) {
        for (auto &v : at) v *= s;
        return *this;
    }
    friend Vec operator+(Vec a, const Vec &b) { return a += b; }
    friend Vec operator-(Vec a, const Vec &b) { return a -= b; }
    friend Vec operator*(Vec a, T s) { return a *= s; }
    friend Vec operator*(T s, Vec a) { return a *= s; }
    friend T dot(const Vec &a, const Vec &b) {
        T sum{};
        for (int i = 0; i < D; i++) sum += a.at[i] * b.at[i];
        return sum;
    }
    T norm2() const { return dot(*this, *this); }
    T norm() const { return std::sqrt(norm2()); }
};

using Vec2 = Vec<double, 2>;

struct Box {
    double size = 3.0;

    double wrapped(double x) const { return x - size * std::floor(x / size); }
    Vec2 wrapped(const Vec2 &p) const { return {wrapped(p[0]), wrapped(p[1])}; }
    Vec2 nearest(Vec2 d) const {
        for (int i = 0; i < 2; i++) d[i] -= size * std::round(d[i] / size);
        return d;
    }
};

} // namespace geometry

using geometry::Box;
using geometry::Vec2;

/* ---------------------------------------------------------------- options */

class Options {
  public:
    explicit Options(const double *values) {
        static const char *const text = "softening=0;friction=1;coupling=2;"
                                        "temperature=3;cutoff=1.4";
        std::istringstream in(text);
        std::string item;
        while (std::getline(in, item, ';')) {
            auto equals = item.find('=');
            if (equals == std::string::npos) throw std::invalid_argument("option: " + item);
            std::string name = item.substr(0, equals), word = item.substr(equals + 1);
            if (word.find('.') != std::string::npos)
                numbers_[name] = std::stod(word);
            else
                numbers_[name] = values[std::stoi(word)];
        }
    }

    double number(const std::string &name) const {
        auto found = numbers_.find(name);
        if (found == numbers_.end()) throw std::out_of_range("no option " + name);
        return found->second;
    }

    double number(const std::string &name, double otherwise) const {
        auto found = numbers_.find(name);
        return found == numbers_.end() ? otherwise : found->second;
    }

  private:
    std::map<std::string, double> numbers_;
};

/* ---------------------------------------------------------------- particles */

enum class Kind : std::uint8_t { electron, ion, neutral };

struct Particle {
    Vec2 position, velocity, force;
    double charge = 0, mass = 1, weight = 1;
    Kind kind = Kind::neutral;
    std::int32_t id = 0, parent = -1;
    bool alive = true;

    double energy() const { return 0.5 * mass * velocity.norm2(); }
};

struct Collision {
    std::size_t first, second;
    double distance, energy;
    std::string what;

    bool operator<(const Collision &o) const {
        return std::tie(distance, first) < std::tie(o.distance, o.first);
    }
};

/* ---------------------------------------------------------------- neighbours */

class Cells {
  public:
    Cells(const Box &box, double cutoff)
        : box_(box), count_(std::max(1, static_cast<int>(box.size / cutoff))),
          heads_(count_ * count_) {}

    void rebuild(const std::vector<Particle> &particles) {
        for (auto &cell : heads_) cell.clear();
        for (std::size_t i = 0; i < particles.size(); i++)
            if (particles[i].alive) heads_[index(particles[i].position)].push_back(i);
    }

    template <typename F>
    void pairs(const std::vector<Particle> &particles, double cutoff, F &&visit) const {
        std::set<std::pair<std::size_t, std::size_t>> seen;
        for (int row = 0; row < count_; row++)
            for (int column = 0; column < count_; column++)
                for (std::size_t i : heads_[row * count_ + column])
                    for (int dr = -1; dr <= 1; dr++)
                        for (int dc = -1; dc <= 1; dc++) {
                            int r = (row + dr + count_) % count_;
                            int c = (column + dc + count_) % count_;
                            for (std::size_t j : heads_[r * count_ + c]) {
                                if (j <= i || !seen.emplace(i, j).second) continue;
                                Vec2 d = box_.nearest(particles[j].position -
                                                      particles[i].position);
                                double r2 = d.norm2();
                                if (r2 < cutoff * cutoff) visit(i, j, d, r2);
                            }
                        }
    }

  private:
    std::size_t index(const Vec2 &p) const {
        int r = std::min(count_ - 1, static_cast<int>(p[1] / box_.size * count_));
        int c = std::min(count_ - 1, static_cast<int>(p[0] / box_.size * count_));
        return static_cast<std::size_t>(std::max(0, r) * count_ + std::max(0, c));
    }

    Box box_;
    int count_;
    std::vector<std::vector<std::size_t>> heads_;
};

/* ---------------------------------------------------------------- forces */

class Force {
  public:
    virtual ~Force() = default;
    virtual double strength(double r2, const Particle &a, const Particle &b) const = 0;
    virtual double potential(double r2, const Particle &a, const Particle &b) const = 0;
    virtual std::string name() const { return "force"; }
};

class Coulomb final : public Force {
  public:
    explicit Coulomb(const Options &options)
        : softening_(options.number("softening")), coupling_(options.number("coupling")) {}

    double strength(double r2, const Particle &a, const Particle &b) const override {
        double s = r2 + softening_ * softening_;
        return coupling_ * a.charge * b.charge / (s * std::sqrt(s));
    }
    double potential(double r2, const Particle &a, const Particle &b) const override {
        return coupling_ * a.charge * b.charge / std::sqrt(r2 + softening_ * softening_);
    }
    std::string name() const override { return "coulomb"; }

  private:
    double softening_, coupling_;
};

class Yukawa final : public Force {
  public:
    explicit Yukawa(const Options &options)
        : length_(options.number("screening", 0.8)), base_(std::make_unique<Coulomb>(options)) {}

    double strength(double r2, const Particle &a, const Particle &b) const override {
        return base_->strength(r2, a, b) * std::exp(-std::sqrt(r2 + 1e-2) / length_);
    }
    double potential(double r2, const Particle &a, const Particle &b) const override {
        return base_->potential(r2, a, b) * std::exp(-std::sqrt(r2 + 1e-2) / length_);
    }
    std::string name() const override { return "yukawa"; }

  private:
    double length_;
    std::unique_ptr<Force> base_;
};

class Tabulated final : public Force {
  public:
    Tabulated(const Force &of, double cutoff, int entries) {
        static const Particle unit = [] {
            Particle p;
            p.charge = 1;
            return p;
        }();
        for (int k = 0; k <= entries; k++) {
            double r2 = cutoff * cutoff * k / entries;
            knots_.push_back(r2);
            values_.emplace_back(of.strength(r2, unit, unit), of.potential(r2, unit, unit));
        }
    }

    double strength(double r2, const Particle &a, const Particle &b) const override {
        return a.charge * b.charge * between(r2, [](const auto &v) { return v.first; });
    }
    double potential(double r2, const Particle &a, const Particle &b) const override {
        return a.charge * b.charge * between(r2, [](const auto &v) { return v.second; });
    }
    std::string name() const override { return "table"; }

  private:
    template <typename F>
    double between(double r2, F part) const {
        auto upper = std::upper_bound(knots_.begin(), knots_.end(), r2);
        if (upper == knots_.end()) return part(values_.back());
        std::size_t k = std::max<std::ptrdiff_t>(1, upper - knots_.begin());
        double t = (r2 - knots_[k - 1]) / (knots_[k] - knots_[k - 1]);
        double s = t * t * (3 - 2 * t);
        return part(values_[k - 1]) * (1 - s) + part(values_[k]) * s;
    }

    std::vector<double> knots_;
    std::vector<std::pair<double, double>> values_;
};

using Maker = std::function<std::unique_ptr<Force>(const Options &)>;

static const std::vector<std::pair<std::string, Maker>> &models() {
    static const std::vector<std::pair<std::string, Maker>> known = {
        {"coulomb", [](const Options &o) { return std::make_unique<Coulomb>(o); }},
        {"yukawa", [](const Options &o) { return std::make_unique<Yukawa>(o); }},
        {"table",
         [](const Options &o) -> std::unique_ptr<Force> {
             Coulomb exact(o);
             return std::make_unique<Tabulated>(exact, o.number("cutoff"), 12);
         }},
    };
    return known;
}

/* ---------------------------------------------------------------- random numbers */

class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed * 6364136223846793005ULL + 1) {}

    double uniform() {
        state_ ^= state_ << 13;
        state_ ^= state_ >> 7;
        state_ ^= state_ << 17;
        return (static_cast<double>(state_ >> 11) + 0.5) / 9007199254740992.0;
    }

    double normal() {
        if (spare_) {
            double v = *spare_;
            spare_.reset();
            return v;
        }
        double r = std::sqrt(-2 * std::log(uniform())), a = 6.283185307179586 * uniform();
        spare_ = r * std::sin(a);
        return r * std::cos(a);
    }

  private:
    std::uint64_t state_;
    std::optional<double> spare_;
};

/* ---------------------------------------------------------------- diagnostics */

struct Histogram {
    double low, high;
    std::vector<double> counts;

    Histogram(double low, double high, int bins) : low(low), high(high), counts(bins, 0.0) {}

    void add(double value, double weight) { // cloud in cell: smooth between bins
        double x = (value - low) / (high - low) * static_cast<double>(counts.size()) - 0.5;
        double whole = std::floor(x), t = x - whole;
        auto put = [&](double at, double amount) {
            long k = std::clamp(static_cast<long>(at), 0L, static_cast<long>(counts.size()) - 1);
            counts[static_cast<std::size_t>(k)] += amount;
        };
        double s = t * t * (3 - 2 * t);
        put(whole, weight * (1 - s));
        put(whole + 1, weight * s);
    }
};

class Diagnostics {
  public:
    void record(const std::string &name, double value) {
        auto &[sum, count] = sums_[name];
        sum += value;
        count++;
    }

    double mean(const std::string &name) const {
        auto found = sums_.find(name);
        if (found == sums_.end() || !found->second.second) return 0;
        return found->second.first / found->second.second;
    }

    template <typename... Words>
    void note(Words &&...words) {
        std::ostringstream out;
        (out << ... << words);
        lines_.push_back(out.str());
    }

    std::size_t lines() const { return lines_.size(); }

  private:
    std::map<std::string, std::pair<double, int>> sums_;
    std::vector<std::string> lines_;
};

/* ---------------------------------------------------------------- the simulation */

class Simulation {
  public:
    Simulation(const Options &options, std::unique_ptr<Force> force, std::uint64_t seed)
        : options_(options), force_(std::move(force)), cutoff_(options.number("cutoff")),
          cells_(box_, cutoff_), random_(seed) {}

    void add(const Vec2 &position, const Vec2 &velocity, double charge) {
        Particle p;
        p.position = box_.wrapped(position);
        p.velocity = velocity;
        p.charge = charge;
        p.mass = 1 + 0.3 * charge * charge;
        p.kind = charge < -0.2 ? Kind::electron : charge > 0.2 ? Kind::ion : Kind::neutral;
        p.id = next_++;
        particles_.push_back(p);
    }

    void step(double dt) {
        cells_.rebuild(particles_);
        for (auto &p : particles_) p.force = Vec2();
        double potential = 0;
        cells_.pairs(particles_, cutoff_,
                     [&](std::size_t i, std::size_t j, const Vec2 &d, double r2) {
                         Particle &a = particles_[i], &b = particles_[j];
                         double inside = 1 - r2 / (cutoff_ * cutoff_);
                         double f = force_->strength(r2, a, b) * inside * inside;
                         a.force -= f * d;
                         b.force += f * d;
                         potential += force_->potential(r2, a, b) * inside * inside;
                     });
        diagnostics.record("potential", potential);
        thermostat(dt);
        for (auto &p : particles_) {
            if (!p.alive) continue;
            p.velocity += p.force * (dt / p.mass);
            p.position = box_.wrapped(p.position + p.velocity * dt);
        }
        collide();
        age();
        diagnostics.record("energy", energy());
    }

    double energy() const {
        return std::accumulate(
            particles_.begin(), particles_.end(), 0.0,
            [](double sum, const Particle &p) { return p.alive ? sum + p.weight * p.energy() : sum; });
    }

    const std::vector<Particle> &particles() const { return particles_; }

    Diagnostics diagnostics;

  private:
    void thermostat(double dt) {
        double friction = options_.number("friction");
        double temperature = options_.number("temperature");
        for (auto &p : particles_) {
            if (p.kind == Kind::neutral) continue;
            double c = std::exp(-friction * dt);
            double kick = std::sqrt(temperature * (1 - c * c) / p.mass);
            Vec2 noise(random_.normal(), random_.normal());
            p.velocity = p.velocity * c + noise * (0.1 * kick);
        }
    }

    /* the nearest pairs first: each makes a neutral particle and loses weight to it */
    void collide() {
        std::vector<Collision> found;
        cells_.rebuild(particles_);
        cells_.pairs(particles_, cutoff_,
                     [&](std::size_t i, std::size_t j, const Vec2 &, double r2) {
                         const Particle &a = particles_[i], &b = particles_[j];
                         if (a.kind == Kind::neutral || b.kind == Kind::neutral) return;
                         found.push_back({i, j, r2, a.energy() + b.energy(),
                                          a.kind == b.kind ? "elastic" : "recombination"});
                     });
        std::sort(found.begin(), found.end());
        if (found.size() > 2) found.erase(found.begin() + 2, found.end());
        for (const auto &event : found) {
            Particle made = particles_[event.first];
            Particle &a = particles_[event.first], &b = particles_[event.second];
            double share = 0.1 / (1 + event.distance);
            made.weight = share * (a.weight + b.weight);
            a.weight *= 1 - share;
            b.weight *= 1 - share;
            made.velocity = (a.velocity * a.mass + b.velocity * b.mass) * (1 / (a.mass + b.mass));
            made.charge = 0;
            made.kind = Kind::neutral;
            made.parent = made.id;
            made.id = next_++;
            particles_.push_back(made); // a and b may dangle now
            diagnostics.record(event.what, event.energy);
            if (event.what == "elastic") diagnostics.note("elastic ", event.first, "+", event.second);
            children_[made.parent].push_back(made.id);
        }
    }

    /* neutral particles that have lost their weight are forgotten, the others move to their place */
    void age() {
        for (auto &p : particles_)
            if (p.kind == Kind::neutral) p.weight *= 0.9;
        auto end = std::remove_if(particles_.begin(), particles_.end(), [](const Particle &p) {
            return p.kind == Kind::neutral && p.parent >= 0 && p.weight < 0.02;
        });
        particles_.erase(end, particles_.end());
        std::stable_sort(particles_.begin(), particles_.end(),
                         [](const Particle &a, const Particle &b) { return a.kind < b.kind; });
    }

    Options options_;
    std::unique_ptr<Force> force_;
    Box box_;
    double cutoff_;
    Cells cells_;
    Random random_;
    std::vector<Particle> particles_;
    std::unordered_map<int, std::vector<int>> children_;
    int next_ = 0;
};

extern "C" double simulate(const double *start, const double *charge, const double *options,
                           double *spectrum, int n, int steps, int bins, int model) {
    Options given(options);
    const auto &[name, make] = models().at(static_cast<std::size_t>(model));
    Simulation simulation(given, make(given), 12345);
    for (int i = 0; i < n; i++)
        simulation.add(Vec2(2 * start[4 * i], 2 * start[4 * i + 1]) + Vec2(0.31 * i, 0.53 * i),
                       Vec2(start[4 * i + 2] - 1, start[4 * i + 3] - 1), charge[i]);
    simulation.diagnostics.note("model ", name);
    for (int k = 0; k < steps; k++) simulation.step(0.1);

    Histogram histogram(0, 2, bins);
    for (const auto &p : simulation.particles())
        if (p.alive) histogram.add(p.velocity.norm2(), p.weight);
    std::copy(histogram.counts.begin(), histogram.counts.end(), spectrum);

    const auto &d = simulation.diagnostics;
    double value = d.mean("energy") + d.mean("potential") + 0.5 * d.mean("recombination");
    if (d.lines() > 100) std::printf("many notes\n");
    return value;
}
