// Reactors in a network: species, rate laws and streams by name, stiff steps by Newton's method.
// rz: double conversion(const double kinetics[6] in 0.6..1.4, const double feed[3] in 0.5..1.5, double flow=0.8, double volume=1.2, int reactors=3, int steps=4, double outlet[4] out, int option=0)
// also: option=1
// also: option=2, reactors=2
// also: option=3, reactors=4, steps=3
// needs: types
#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iomanip>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace reactor {

const double GAS_CONSTANT = 8.314462618e-3;
const double REFERENCE_TEMPERATURE = 298.15;

// ------------------------------------------------------------------------ errors

class InputError : public std::runtime_error {
public:
    InputError(const std::string& where, const std::string& what)
        : std::runtime_error(where + ": " + what), where_(where) {}
    const std::string& where() const { return where_; }

private:
    std::string where_;
};

class ConvergenceError : public std::runtime_error {
public:
    ConvergenceError(const std::string& what, double time, int iterations)
        : std::runtime_error(describe(what, time, iterations)), time_(time) {}
    double time() const { return time_; }

private:
    static std::string describe(const std::string& what, double time, int iterations) {
        std::ostringstream text;
        text << what << " at time " << std::setprecision(4) << time << " after " << iterations
             << " iterations";
        return text.str();
    }

    double time_;
};

// ------------------------------------------------------------------------ species

struct Species {
    std::string name;
    std::string formula;
    double molar_mass;
    double enthalpy;
    double heat_capacity[3];

    Species() : molar_mass(0), enthalpy(0), heat_capacity{0, 0, 0} {}
    Species(const std::string& n, const std::string& f, double mass, double h, double a, double b,
            double c)
        : name(n), formula(f), molar_mass(mass), enthalpy(h), heat_capacity{a, b, c} {}

    double cp(double temperature) const {
        double t = temperature / 1000;
        return heat_capacity[0] + t * (heat_capacity[1] + t * heat_capacity[2]);
    }

    double h(double temperature) const {
        double t = temperature / 1000, r = REFERENCE_TEMPERATURE / 1000;
        double a = heat_capacity[0] * (t - r);
        double b = heat_capacity[1] * (t * t - r * r) / 2;
        double c = heat_capacity[2] * (t * t * t - r * r * r) / 3;
        return enthalpy + 1000 * (a + b + c);
    }
};

class SpeciesTable {
public:
    std::size_t add(const Species& species) {
        if (species.name.empty()) throw InputError("species", "a species without a name");
        if (species.molar_mass <= 0)
            throw InputError("species " + species.name, "its molar mass is not positive");
        if (index_.count(species.name))
            throw InputError("species " + species.name, "it is defined twice");
        std::size_t number = species_.size();
        index_[species.name] = number;
        species_.push_back(species);
        return number;
    }

    std::size_t find(const std::string& name) const {
        std::map<std::string, std::size_t>::const_iterator it = index_.find(name);
        if (it == index_.end()) throw InputError("species " + name, "there is no such species");
        return it->second;
    }

    bool has(const std::string& name) const { return index_.find(name) != index_.end(); }
    std::size_t size() const { return species_.size(); }
    const Species& operator[](std::size_t i) const { return species_[i]; }

private:
    std::vector<Species> species_;
    std::map<std::string, std::size_t> index_;
};

// ------------------------------------------------------------------------ reactions

typedef std::vector<double> Vector;
typedef std::function<double(double temperature, const Vector& concentrations)> RateLaw;

struct Term {
    std::size_t species;
    double coefficient;
    double order;
};

struct Reaction {
    std::string name;
    std::vector<Term> reactants;
    std::vector<Term> products;
    RateLaw forward;
    RateLaw backward;
    double heat;

    Reaction() : heat(0) {}
};

double arrhenius(double factor, double energy, double temperature) {
    double inverse = 1 / temperature - 1 / (REFERENCE_TEMPERATURE + 100);
    return factor * std::exp(-energy / GAS_CONSTANT * inverse);
}

double power(double base, double exponent) {
    if (exponent == 1) return base;
    if (exponent == 2) return base * base;
    return base > 0 ? std::pow(base, exponent) : 0;
}

RateLaw mass_action(double factor, double energy, const std::vector<Term>& terms) {
    return [factor, energy, terms](double temperature, const Vector& c) {
        double rate = arrhenius(factor, energy, temperature);
        for (std::size_t i = 0; i < terms.size(); ++i)
            rate *= power(c[terms[i].species], terms[i].order);
        return rate;
    };
}

RateLaw saturating(double factor, double energy, std::size_t species, double half) {
    return [=](double temperature, const Vector& c) {
        double rate = arrhenius(factor, energy, temperature);
        return rate * c[species] / (half + c[species]);
    };
}

RateLaw inhibited(const RateLaw& law, std::size_t inhibitor, double constant) {
    return [law, inhibitor, constant](double temperature, const Vector& c) {
        return law(temperature, c) / (1 + constant * c[inhibitor]);
    };
}

RateLaw nothing() {
    return [](double, const Vector&) { return 0.0; };
}

// ------------------------------------------------------------------------ mechanism

std::string trimmed(const std::string& text) {
    std::size_t first = text.find_first_not_of(" \t");
    if (first == std::string::npos) return "";
    std::size_t last = text.find_last_not_of(" \t");
    return text.substr(first, last - first + 1);
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::string part;
    std::istringstream stream(text);
    while (std::getline(stream, part, at)) parts.push_back(trimmed(part));
    return parts;
}

class Mechanism {
public:
    explicit Mechanism(const SpeciesTable& table) : table_(table) {}

    std::vector<Term> side(const std::string& text) const {
        std::vector<Term> terms;
        std::vector<std::string> parts = split(text, '+');
        for (std::size_t i = 0; i < parts.size(); ++i) {
            const std::string& part = parts[i];
            if (part.empty()) throw InputError("reaction " + text, "an empty term");
            std::size_t digits = 0;
            while (digits < part.size() && part[digits] >= '0' && part[digits] <= '9') ++digits;
            double coefficient = 1;
            if (digits > 0) {
                coefficient = 0;
                for (std::size_t k = 0; k < digits; ++k)
                    coefficient = 10 * coefficient + (part[k] - '0');
            }
            Term term;
            term.species = table_.find(trimmed(part.substr(digits)));
            term.coefficient = coefficient;
            term.order = coefficient;
            terms.push_back(term);
        }
        return terms;
    }

    Reaction& add(const std::string& equation) {
        std::size_t arrow = equation.find("->");
        if (arrow == std::string::npos)
            throw InputError("reaction " + equation, "there is no arrow in it");
        Reaction reaction;
        reaction.name = equation;
        reaction.reactants = side(equation.substr(0, arrow));
        reaction.products = side(equation.substr(arrow + 2));
        reaction.heat = heat(reaction, REFERENCE_TEMPERATURE);
        reaction.backward = nothing();
        if (std::fabs(imbalance(reaction)) > 0.5)
            throw InputError("reaction " + equation, "mass is not conserved");
        names_[equation] = static_cast<int>(reactions_.size());
        reactions_.push_back(reaction);
        return reactions_.back();
    }

    Reaction& named(const std::string& equation) {
        std::map<std::string, int>::iterator it = names_.find(equation);
        if (it == names_.end()) throw InputError("reaction " + equation, "there is no such reaction");
        return reactions_[static_cast<std::size_t>(it->second)];
    }

    double heat(const Reaction& reaction, double temperature) const {
        double sum = 0;
        for (const Term& term : reaction.products)
            sum += term.coefficient * table_[term.species].h(temperature);
        for (const Term& term : reaction.reactants)
            sum -= term.coefficient * table_[term.species].h(temperature);
        return sum;
    }

    void production(double temperature, const Vector& c, Vector& rates, double& heat_rate) const {
        std::fill(rates.begin(), rates.end(), 0.0);
        heat_rate = 0;
        for (const Reaction& reaction : reactions_) {
            if (!reaction.forward)
                throw InputError("reaction " + reaction.name, "it has no rate law");
            double rate = reaction.forward(temperature, c) - reaction.backward(temperature, c);
            for (const Term& term : reaction.reactants) rates[term.species] -= term.coefficient * rate;
            for (const Term& term : reaction.products) rates[term.species] += term.coefficient * rate;
            heat_rate -= rate * heat(reaction, temperature);
        }
    }

    const SpeciesTable& table() const { return table_; }
    std::size_t size() const { return reactions_.size(); }

private:
    double imbalance(const Reaction& reaction) const {
        double sum = 0;
        for (const Term& term : reaction.products)
            sum += term.coefficient * table_[term.species].molar_mass;
        for (const Term& term : reaction.reactants)
            sum -= term.coefficient * table_[term.species].molar_mass;
        return sum;
    }

    const SpeciesTable& table_;
    std::vector<Reaction> reactions_;
    std::map<std::string, int> names_;
};

// ------------------------------------------------------------------------ linear algebra

class Matrix {
public:
    Matrix(std::size_t rows, std::size_t columns)
        : rows_(rows), columns_(columns), data_(rows * columns, 0.0) {}
    double& operator()(std::size_t i, std::size_t j) { return data_[i * columns_ + j]; }
    double operator()(std::size_t i, std::size_t j) const { return data_[i * columns_ + j]; }
    std::size_t rows() const { return rows_; }
    std::size_t columns() const { return columns_; }
    void clear() { std::fill(data_.begin(), data_.end(), 0.0); }

private:
    std::size_t rows_, columns_;
    Vector data_;
};

void solve(Matrix& a, Vector& b) {
    const std::size_t n = a.rows();
    if (n != a.columns() || n != b.size()) throw std::invalid_argument("solve: sizes do not fit");
    for (std::size_t k = 0; k < n; ++k) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; ++i)
            if (std::fabs(a(i, k)) > std::fabs(a(pivot, k))) pivot = i;
        if (a(pivot, k) == 0) throw std::domain_error("solve: the matrix is singular");
        if (pivot != k) {
            for (std::size_t j = 0; j < n; ++j) std::swap(a(pivot, j), a(k, j));
            std::swap(b[pivot], b[k]);
        }
        for (std::size_t i = k + 1; i < n; ++i) {
            double factor = a(i, k) / a(k, k);
            for (std::size_t j = k; j < n; ++j) a(i, j) -= factor * a(k, j);
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; ++j) b[k] -= a(k, j) * b[j];
        b[k] /= a(k, k);
    }
}

double norm(const Vector& v) {
    double sum = 0;
    for (double x : v) sum += x * x;
    return std::sqrt(sum);
}

// ------------------------------------------------------------------------ reactors

struct State {
    Vector concentrations;
    double temperature;

    explicit State(std::size_t n) : concentrations(n, 0.0), temperature(REFERENCE_TEMPERATURE + 80) {}
};

class Reactor {
public:
    Reactor(const std::string& name, double volume, std::size_t species)
        : name_(name), volume_(volume), state(species), inflow_(0) {
        if (volume <= 0) throw InputError("reactor " + name, "its volume is not positive");
    }
    virtual ~Reactor() {}

    virtual double exchanged_heat(double temperature, double time) const = 0;
    virtual const char* kind() const = 0;

    const std::string& name() const { return name_; }
    double volume() const { return volume_; }
    double inflow() const { return inflow_; }
    void add_inflow(double flow) { inflow_ += flow; }

private:
    std::string name_;
    double volume_;

public:
    State state;

private:
    double inflow_;
};

class AdiabaticReactor : public Reactor {
public:
    AdiabaticReactor(const std::string& name, double volume, std::size_t species)
        : Reactor(name, volume, species) {}
    double exchanged_heat(double, double) const override { return 0; }
    const char* kind() const override { return "adiabatic"; }
};

class JacketedReactor : public Reactor {
public:
    typedef std::function<double(double)> Programme;

    JacketedReactor(const std::string& name, double volume, std::size_t species, double transfer,
                    const Programme& coolant)
        : Reactor(name, volume, species), transfer_(transfer), coolant_(coolant) {
        if (!coolant_) throw InputError("reactor " + name, "its coolant has no programme");
    }
    double exchanged_heat(double temperature, double time) const override {
        return transfer_ * (coolant_(time) - temperature);
    }
    const char* kind() const override { return "jacketed"; }

private:
    double transfer_;
    Programme coolant_;
};

struct Stream {
    std::string name;
    int from;  // -1 for a feed
    int to;    // -1 for the outlet
    double flow;
    double temperature;
    Vector composition;  // of a feed
};

struct Note {
    double time;
    std::string text;
    double value;
};

class Journal {
public:
    explicit Journal(bool loud) : loud_(loud) {}
    void note(double time, const std::string& text, double value) {
        Note made;
        made.time = time;
        made.text = text;
        made.value = value;
        notes_.push_back(made);
        if (loud_) std::cerr << "journal: " << text << '\n';
    }
    double last(const std::string& text) const {
        for (std::size_t i = notes_.size(); i-- > 0;)
            if (notes_[i].text == text) return notes_[i].value;
        throw std::out_of_range("no note says " + text);
    }
    std::size_t size() const { return notes_.size(); }

private:
    bool loud_;
    std::vector<Note> notes_;
};

// ------------------------------------------------------------------------ network

class Network {
public:
    Network(const Mechanism& mechanism, Journal& journal)
        : mechanism_(mechanism), journal_(journal), time_(0) {}

    Reactor& add(std::unique_ptr<Reactor> reactor) {
        const std::string& name = reactor->name();
        if (index_.count(name)) throw InputError("reactor " + name, "it is defined twice");
        index_[name] = static_cast<int>(reactors_.size());
        reactors_.push_back(std::move(reactor));
        return *reactors_.back();
    }

    void feed(const std::string& name, const std::string& to, double flow, double temperature,
              const std::map<std::string, double>& composition) {
        Stream stream;
        stream.name = name;
        stream.from = -1;
        stream.to = find(to);
        stream.flow = checked(name, flow);
        stream.temperature = temperature;
        stream.composition.assign(mechanism_.table().size(), 0.0);
        for (std::map<std::string, double>::const_iterator it = composition.begin();
             it != composition.end(); ++it)
            stream.composition[mechanism_.table().find(it->first)] = it->second;
        streams_.push_back(stream);
        reactors_[static_cast<std::size_t>(stream.to)]->add_inflow(flow);
    }

    void connect(const std::string& name, const std::string& from, const std::string& to,
                 double flow) {
        Stream stream;
        stream.name = name;
        stream.from = find(from);
        stream.to = to == "outlet" ? -1 : find(to);
        stream.flow = checked(name, flow);
        stream.temperature = 0;
        streams_.push_back(stream);
        if (stream.to >= 0) reactors_[static_cast<std::size_t>(stream.to)]->add_inflow(flow);
    }

    void advance(double until, int steps) {
        const double dt = (until - time_) / steps;
        for (int step = 0; step < steps; ++step) {
            for (std::size_t r = 0; r < reactors_.size(); ++r) {
                int iterations = implicit_step(r, dt);
                if (iterations > 3) journal_.note(time_, "slow", iterations);
            }
            time_ += dt;
            journal_.note(time_, "hottest", hottest());
        }
    }

    double hottest() const {
        double most = 0;
        for (const std::unique_ptr<Reactor>& reactor : reactors_)
            most = std::max(most, reactor->state.temperature);
        return most;
    }

    Reactor& named(const std::string& name) { return *reactors_[static_cast<std::size_t>(find(name))]; }
    double time() const { return time_; }

    double outlet(const std::string& species) const {
        std::size_t i = mechanism_.table().find(species);
        double sum = 0;
        for (const Stream& stream : streams_)
            if (stream.to < 0)
                sum += stream.flow *
                       reactors_[static_cast<std::size_t>(stream.from)]->state.concentrations[i];
        return sum;
    }

private:
    int find(const std::string& name) const {
        std::map<std::string, int>::const_iterator it = index_.find(name);
        if (it == index_.end()) throw InputError("reactor " + name, "there is no such reactor");
        return it->second;
    }

    static double checked(const std::string& name, double flow) {
        if (!(flow > 0)) {
            std::ostringstream text;
            text << "its flow is " << flow;
            throw InputError("stream " + name, text.str());
        }
        return flow;
    }

    double capacity(const Vector& c, double temperature) const {
        double sum = 0.5;
        for (std::size_t i = 0; i < c.size(); ++i)
            sum += c[i] * mechanism_.table()[i].cp(temperature);
        return sum;
    }

    // What flows in, minus what flows out, plus what reacts, by unit of volume.
    void derivative(std::size_t r, const Vector& y, Vector& f) const {
        const Reactor& reactor = *reactors_[r];
        const std::size_t n = mechanism_.table().size();
        Vector c(y.begin(), y.begin() + static_cast<std::ptrdiff_t>(n)), rates(n);
        double temperature = y[n], heat_rate = 0;
        mechanism_.production(temperature, c, rates, heat_rate);
        double residence = reactor.volume() / reactor.inflow();
        double heat = heat_rate + reactor.exchanged_heat(temperature, time_) / reactor.volume();
        double cp = capacity(c, temperature);
        for (std::size_t i = 0; i < n; ++i) f[i] = rates[i] - c[i] / residence;
        f[n] = heat / cp;
        for (const Stream& stream : streams_) {
            if (stream.to != static_cast<int>(r)) continue;
            const Vector& in = stream.from < 0
                ? stream.composition
                : reactors_[static_cast<std::size_t>(stream.from)]->state.concentrations;
            double t = stream.from < 0 ? stream.temperature
                                       : reactors_[static_cast<std::size_t>(stream.from)]->state.temperature;
            double share = stream.flow / reactor.volume();
            for (std::size_t i = 0; i < n; ++i) f[i] += share * in[i];
            f[n] += share * (t - temperature) * capacity(in, t) / cp;
        }
    }

    int implicit_step(std::size_t r, double dt) {
        const std::size_t n = mechanism_.table().size();
        State& state = reactors_[r]->state;
        Vector old(state.concentrations);
        old.push_back(state.temperature);
        Vector y(old), f(n + 1), g(n + 1), residual(n + 1);
        Matrix jacobian(n + 1, n + 1);
        const int most = 4;
        int iteration = 0;
        for (; iteration < most; ++iteration) {
            derivative(r, y, f);
            for (std::size_t i = 0; i <= n; ++i) residual[i] = old[i] + dt * f[i] - y[i];
            for (std::size_t j = 0; j <= n; ++j) {
                double eps = 1e-6 * (1 + std::fabs(y[j])), kept = y[j];
                y[j] += eps;
                derivative(r, y, g);
                y[j] = kept;
                for (std::size_t i = 0; i <= n; ++i)
                    jacobian(i, j) = (i == j ? 1.0 : 0.0) - dt * (g[i] - f[i]) / eps;
            }
            solve(jacobian, residual);
            for (std::size_t i = 0; i <= n; ++i) y[i] += residual[i];
        }
        if (!(norm(residual) < 1e-2 * (1 + norm(y))))
            throw ConvergenceError("reactor " + reactors_[r]->name(), time_, iteration);
        for (std::size_t i = 0; i < n; ++i) state.concentrations[i] = y[i];
        state.temperature = y[n];
        return iteration;
    }

    const Mechanism& mechanism_;
    Journal& journal_;
    std::vector<std::unique_ptr<Reactor>> reactors_;
    std::map<std::string, int> index_;
    std::vector<Stream> streams_;
    double time_;
};

// ------------------------------------------------------------------------ set-up

SpeciesTable standard_species() {
    SpeciesTable table;
    table.add(Species("A", "C2H4O", 44.05, -0.8, 0.5, 0.12, -0.03));
    table.add(Species("B", "H2O", 18.02, -1.4, 0.75, 0.05, 0.01));
    table.add(Species("C", "C2H6O2", 62.07, -3.1, 0.9, 0.2, -0.04));
    table.add(Species("D", "C4H10O3", 106.12, -5.2, 1.3, 0.3, -0.05));
    table.add(Species("I", "N2", 28.01, 0.0, 0.6, 0.02, 0.0));
    return table;
}

std::string numbered(const std::string& stem, int number) {
    std::ostringstream text;
    text << stem << '-' << number;
    return text.str();
}

void set_rates(Mechanism& mechanism, const double* kinetics, int option) {
    const SpeciesTable& table = mechanism.table();
    std::map<std::string, double> constants;
    constants["k1"] = kinetics[0];
    constants["k2"] = kinetics[1];
    constants["kb"] = 0.1 * kinetics[2];
    constants["E1"] = 20 * kinetics[3];
    constants["E2"] = 25 * kinetics[4];
    constants["half"] = kinetics[5];

    Reaction& first = mechanism.named("A + B -> C");
    first.forward = mass_action(constants.at("k1"), constants.at("E1"), first.reactants);
    first.backward = mass_action(constants.at("kb"), constants.at("E1") + 5, first.products);

    Reaction& second = mechanism.named("A + C -> D");
    if (option == 1)
        second.forward = saturating(constants.at("k2"), constants.at("E2"), table.find("C"),
                                    constants.at("half"));
    else
        second.forward = mass_action(constants.at("k2"), constants.at("E2"), second.reactants);
    if (option == 2) second.forward = inhibited(second.forward, table.find("I"), constants.at("half"));
}

std::unique_ptr<Reactor> make_reactor(const std::string& kind, const std::string& name,
                                      double volume, std::size_t species, double half) {
    if (kind == "adiabatic")
        return std::unique_ptr<Reactor>(new AdiabaticReactor(name, volume, species));
    if (kind == "jacketed") {
        double level = REFERENCE_TEMPERATURE + 60;
        return std::unique_ptr<Reactor>(new JacketedReactor(
            name, volume, species, 0.4,
            [level, half](double time) { return level + 10 * half * std::sin(time); }));
    }
    throw InputError("reactor " + name, "its kind '" + kind + "' is unknown");
}

}  // namespace reactor

extern "C" double conversion(const double* kinetics, const double* feed, double flow, double volume,
                             int reactors, int steps, double* outlet, int option) {
    using namespace reactor;
    SpeciesTable table = standard_species();
    Mechanism mechanism(table);
    mechanism.add("A + B -> C");
    mechanism.add("A + C -> D");
    set_rates(mechanism, kinetics, option);

    Journal journal(option > 100);
    Network network(mechanism, journal);
    for (int r = 0; r < reactors; ++r) {
        std::string kind = (r + option) % 2 ? "adiabatic" : "jacketed";
        network.add(make_reactor(kind, numbered("tank", r), volume * (1 + 0.2 * r), table.size(),
                                 kinetics[5]));
    }

    std::map<std::string, double> composition;
    composition["A"] = feed[0];
    composition["B"] = feed[1];
    composition["I"] = feed[2];
    network.feed("feed", numbered("tank", 0), flow, REFERENCE_TEMPERATURE + 70, composition);
    for (int r = 0; r + 1 < reactors; ++r)
        network.connect(numbered("pipe", r), numbered("tank", r), numbered("tank", r + 1), flow);
    network.connect("product", numbered("tank", reactors - 1), "outlet", flow);

    if (option == 3) network.feed("side", numbered("tank", 1), 0.3 * flow, REFERENCE_TEMPERATURE + 90, composition);

    try {
        network.advance(2.0, steps);
    } catch (const ConvergenceError& error) {
        std::cerr << error.what() << std::endl;
        return -1;
    }

    outlet[0] = network.outlet("A");
    outlet[1] = network.outlet("C");
    outlet[2] = network.outlet("D");
    outlet[3] = 0.01 * journal.last("hottest");
    Reactor& last = network.named(numbered("tank", reactors - 1));
    return last.state.concentrations[table.find("B")] + 0.01 * last.state.temperature;
}
