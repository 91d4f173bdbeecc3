// Finite volumes: a solver's members are tables by name, functions by zone, limiters and probes.
// rz: double run(const double p[6] in 0.4..0.9, const double q0[6] in 0.8..1.2, double out[2] out, int steps=3)
// also: steps=0
// needs: types
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

struct Face { int owner, neighbour; double area; std::string patch; };
struct Cell { double volume; std::vector<int> faces; std::string zone; };
struct Mesh { std::vector<Cell> cells; std::vector<Face> faces; };
struct Probe { std::string name; int cell; std::vector<double> values; };
struct Setting { std::optional<double> number; std::string text; };

class Limiter {
public:
    virtual ~Limiter() = default;
    virtual double operator()(double r) const = 0;
    static std::unique_ptr<Limiter> make(const std::string &name);
};
class VanAlbada : public Limiter { double operator()(double r) const override { return (r * r + r) / (r * r + 1); } };
class None : public Limiter { double operator()(double) const override { return 0; } };
std::unique_ptr<Limiter> Limiter::make(const std::string &name)
{
    if (name == "vanAlbada") return std::make_unique<VanAlbada>();
    if (name == "none") return std::make_unique<None>();
    throw std::invalid_argument("no limiter " + name);
}

class Boundary {
public:
    explicit Boundary(std::string name) : name_(std::move(name)) {}
    virtual ~Boundary() = default;
    virtual double value(double inside) const = 0;
    const std::string &name() const { return name_; }
private:
    std::string name_;
};
class Robin : public Boundary {
public:
    Robin(std::string name, double h) : Boundary(std::move(name)), h_(h) {}
    double value(double inside) const override { return inside + (1 - inside) * h_ / (1 + h_); }
private:
    double h_;
};
class Outflow : public Boundary { using Boundary::Boundary; double value(double inside) const override { return inside; } };

class Case {
public:
    double number(const std::string &key) const { return settings_.at(key).number.value(); }
    const std::string &text(const std::string &key) const { return settings_.at(key).text; }
    void set(const std::string &key, double value) { settings_[key].number = value; }
    void set(const std::string &key, const char *text) { settings_[key].text = text; }
private:
    std::unordered_map<std::string, Setting> settings_;
};

class Solver {
public:
    Solver(const Mesh &mesh, const Case &input, std::vector<double> q)
        : mesh_(mesh), case_(input), q_(std::move(q)), limiter_(Limiter::make(input.text("limiter"))) {}
    void boundary(std::shared_ptr<Boundary> b) { boundaries_[b->name()] = std::move(b); }
    void source(const std::string &zone, std::function<double(double, double)> f) { sources_[zone] = std::move(f); }
    void probe(std::string name, int cell) { probes_.push_back({std::move(name), cell, {}}); }
    void step(double dt)
    {
        std::vector<double> rate(q_.size(), 0.0);
        for (const Face &face : mesh_.faces) {
            double left = q_[face.owner], right;
            if (face.neighbour >= 0) {
                right = q_[face.neighbour];
                left += 0.2 * (*limiter_)(right / left) * (right - left);
            } else right = boundaries_.at(face.patch)->value(left);
            double flow = face.area * (0.5 * (left + right) * case_.number("u") - case_.number("nu") * (right - left));
            rate[face.owner] -= flow;
            if (face.neighbour >= 0) rate[face.neighbour] += flow;
        }
        for (std::size_t c = 0; c < q_.size(); c++) {
            const Cell &cell = mesh_.cells[c];
            double source = sources_.count(cell.zone) ? sources_.at(cell.zone)(q_[c], time_) : 0.0;
            q_[c] += dt * (rate[c] / cell.volume + source * cell.faces.size());
        }
        time_ += dt;
        for (Probe &p : probes_) p.values.push_back(q_[p.cell]);
    }
    const std::vector<Probe> &probes() const { return probes_; }
private:
    const Mesh &mesh_;
    const Case &case_;
    std::vector<double> q_;
    std::unique_ptr<Limiter> limiter_;
    std::map<std::string, std::shared_ptr<Boundary>> boundaries_;
    std::unordered_map<std::string, std::function<double(double, double)>> sources_;
    std::vector<Probe> probes_;
    double time_ = 0;
};

extern "C" double run(const double *p, const double *q0, double *out, int steps)
{
    Case input;
    input.set("limiter", "vanAlbada");
    input.set("nu", 0.2 * p[0]);
    input.set("u", p[1]);
    Mesh mesh;
    for (int c = 0; c < 6; c++) {
        Cell cell{1 + 0.1 * c * p[2], {}, c < 2 ? "inner" : "outer zone with a long name"};
        if (!c) { cell.faces.push_back(0); mesh.faces.push_back({0, -1, -1, "an inlet far away upstream"}); }
        cell.faces.push_back(c + 1);
        mesh.faces.push_back({c, c < 5 ? c + 1 : -1, 1 + 0.05 * c, c < 5 ? "" : "outlet"});
        mesh.cells.push_back(cell);
    }
    Solver solver(mesh, input, std::vector<double>(q0, q0 + 6));
    solver.boundary(std::make_shared<Robin>("an inlet far away upstream", p[3]));
    solver.boundary(std::make_shared<Outflow>("outlet"));
    double rate = p[4];
    solver.source("inner", [rate, p](double q, double t) { return rate * q * (1 - q) + 0.1 * t * p[5]; });
    solver.probe("middle", 3);
    solver.probe("a corner of the domain", 5);
    for (int k = 0; k < steps; k++) solver.step(0.1);
    double loss = 0;
    for (std::size_t i = 0; i < 2; i++) {
        out[i] = 0;
        for (double v : solver.probes()[i].values) out[i] += v * v * (1 + 0.01 * solver.probes()[i].name.size());
        loss += out[i] * q0[i];
    }
    return loss;
}
