// Particles on a mesh: charge is deposited, the potential found by relaxation, fields gathered, particles moved.
// rz: double particles(const double x0[n] in 0..8, const double v0[n] in -0.5..0.5, const double q[n] in 0.5..1, int n=5, int cells=8, int steps=3)
// also: n=1, steps=2
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace {

struct Particle {
    double x, v, charge;
    int id;
};

class Grid {
public:
    explicit Grid(int cells) : rho_(cells), phi_(cells), scratch_(new double[cells]) {}
    std::pair<int, double> place(double x) const
    {
        int n = int(rho_.size());
        double wrapped = x - n * std::floor(x / n);
        int cell = int(wrapped);
        return {cell % n, wrapped - cell};
    }
    void deposit(const std::vector<Particle> &all)
    {
        for (double &one : rho_)
            one = 0;
        for (const Particle &p : all) {
            auto [cell, part] = place(p.x);
            rho_[cell] += p.charge * (1 - part);
            rho_[next(cell)] += p.charge * part;
        }
        double mean = 0;
        for (double one : rho_)
            mean += one / rho_.size();
        for (double &one : rho_)
            one -= mean;
    }
    void relax(int rounds)
    {
        int n = int(phi_.size());
        for (int r = 0; r < rounds; r++) {
            for (int i = 0; i < n; i++)
                scratch_[i] = 0.5 * (phi_[next(i)] + phi_[(i + n - 1) % n] + rho_[i]);
            for (int i = 0; i < n; i++)
                phi_[i] = 0.7 * scratch_[i] + 0.3 * phi_[i];
        }
    }
    double field(double x) const
    {
        auto [cell, part] = place(x);
        int n = int(phi_.size());
        double here = 0.5 * (phi_[(cell + n - 1) % n] - phi_[next(cell)]);
        double there = 0.5 * (phi_[cell] - phi_[next(next(cell))]);
        return (1 - part) * here + part * there;
    }
    double energy() const
    {
        double sum = 0;
        for (std::size_t i = 0; i < phi_.size(); i++)
            sum += 0.5 * phi_[i] * rho_[i];
        return sum;
    }

private:
    int next(int i) const { return (i + 1) % int(rho_.size()); }
    std::vector<double> rho_, phi_;
    std::unique_ptr<double[]> scratch_;
};

} // namespace

extern "C" double particles(const double *x0, const double *v0, const double *q, int n, int cells, int steps)
{
    std::vector<Particle> all;
    all.reserve(n);
    for (int i = 0; i < n; i++)
        all.push_back({x0[i], v0[i], q[i], i});
    Grid grid(cells);
    double history = 0;
    for (int s = 0; s < steps; s++) {
        grid.deposit(all);
        grid.relax(6);
        for (Particle &p : all) {
            p.v += 0.05 * p.charge * grid.field(p.x);
            p.x += 0.05 * p.v;
        }
        history += grid.energy();
    }
    for (const Particle &p : all)
        history += 0.5 * p.v * p.v + 0.1 * std::sin(p.x) * (p.id + 1);
    return history;
}
