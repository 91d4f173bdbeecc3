// Molecular dynamics in a periodic box: cell lists, minimum image by nearbyint, velocity Verlet.
// rz: double energy(const double x0[3*n] in 0..3, const double v0[3*n] in -0.2..0.2, double eps 0.5..1, int n=8, int steps=3)
// also: n=1
// also: steps=0
#include <array>
#include <cmath>
#include <list>
#include <vector>

namespace {

using Vec = std::array<double, 3>;
constexpr double box = 3.0;
constexpr int cells = 2;

struct Atom {
    Vec x, v, f;
    int cell;
};

double wrapped(double d) { return d - box * std::nearbyint(d / box); }

struct System {
    std::vector<Atom> atoms;
    std::vector<std::list<Atom *>> grid{cells * cells * cells};
    double eps;

    int cell_of(const Vec &x) const
    {
        int c = 0;
        for (double xi : x) {
            int i = static_cast<int>(std::floor((xi - box * std::floor(xi / box)) / box * cells));
            c = c * cells + (i < 0 ? 0 : i >= cells ? cells - 1 : i);
        }
        return c;
    }

    void sort()
    {
        for (auto &cell : grid)
            cell.clear();
        for (Atom &a : atoms) {
            a.cell = cell_of(a.x);
            grid[a.cell].push_back(&a);
        }
    }

    double forces()
    {
        double energy = 0;
        for (Atom &a : atoms)
            a.f = {0, 0, 0};
        for (auto &here : grid)
            for (Atom *a : here)
                for (auto &there : grid)
                    for (Atom *b : there) {
                        if (a >= b)
                            continue;
                        Vec d;
                        double r2 = 0.4;
                        for (int k = 0; k < 3; k++) {
                            d[k] = wrapped(a->x[k] - b->x[k]);
                            r2 += d[k] * d[k];
                        }
                        if (r2 > 2.6)
                            continue;
                        double i6 = 1 / (r2 * r2 * r2);
                        energy += 4 * eps * (0.1 * i6 * i6 - 0.3 * i6);
                        double g = 24 * eps * (0.2 * i6 * i6 - 0.3 * i6) / r2;
                        for (int k = 0; k < 3; k++) {
                            a->f[k] += g * d[k];
                            b->f[k] -= g * d[k];
                        }
                    }
        return energy;
    }

    void step(double dt)
    {
        for (Atom &a : atoms)
            for (int k = 0; k < 3; k++) {
                a.v[k] += 0.5 * dt * a.f[k];
                a.x[k] += dt * a.v[k];
            }
        sort();
        forces();
        for (Atom &a : atoms)
            for (int k = 0; k < 3; k++)
                a.v[k] += 0.5 * dt * a.f[k];
    }
};

} // namespace

extern "C" double energy(const double *x0, const double *v0, double eps, int n, int steps)
{
    System s;
    s.eps = eps;
    for (int i = 0; i < n; i++)
        s.atoms.push_back({{x0[3 * i], x0[3 * i + 1], x0[3 * i + 2]}, {v0[3 * i], v0[3 * i + 1], v0[3 * i + 2]}, {0, 0, 0}, 0});
    s.sort();
    s.forces();
    for (int t = 0; t < steps; t++)
        s.step(0.01);
    double e = s.forces();
    for (const Atom &a : s.atoms)
        e += 0.5 * (a.v[0] * a.v[0] + a.v[1] * a.v[1] + a.v[2] * a.v[2]);
    return e;
}
