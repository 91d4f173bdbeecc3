// Several directions and seeds at once through structs, vectors and virtual calls.
#include <memory>
#include <vector>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width, enzyme_dupnoneed;
struct Four { double v[4]; };
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
template <class R, class... A> R __enzyme_autodiff(void *, A...);

struct Body { double m; float charge; int tag; double p[2]; };

struct Force {
    virtual ~Force() = default;
    virtual double on(const Body &a, const Body &b) const = 0;
};
struct Gravity : Force {
    double on(const Body &a, const Body &b) const override { return a.m * b.m / (1 + std::fabs(a.p[0] - b.p[1])); }
};
struct Coulomb : Force {
    double k;
    explicit Coulomb(double k) : k(k) {}
    double on(const Body &a, const Body &b) const override { return -k * a.charge * b.charge * a.p[1]; }
};

static double energy(const Body *bodies, int n)
{
    std::vector<std::unique_ptr<Force>> forces;
    forces.push_back(std::make_unique<Gravity>());
    forces.push_back(std::make_unique<Coulomb>(bodies[0].m));
    double sum = 0;
    for (auto &f : forces)
        for (int i = 0; i < n; i++)
            for (int j = 0; j < n; j++)
                if (bodies[i].tag != bodies[j].tag)
                    sum += f->on(bodies[i], bodies[j]);
    return sum;
}

static void rows(const Body *bodies, int n, double *out)
{
    for (int i = 0; i < n; i++)
        out[i] = bodies[i].m * bodies[(i + 1) % n].p[0] + bodies[i].charge * bodies[i].p[1] * bodies[i].p[1];
}

int main()
{
    const int n = 4;
    Body b[n], d[4][n] = {};
    for (int i = 0; i < n; i++)
        b[i] = {1.0 + i, 0.5f * i - 0.25f, i % 3, {0.3 * i, 0.7 - i}};
    Body g[n] = {};
    __enzyme_autodiff<double>((void *)energy, enzyme_dup, b, g, enzyme_const, n);
    for (int k = 0; k < 4; k++) {
        d[k][k].m = 1;
        d[k][(k + 1) % n].charge = 2;
        d[k][k].p[1] = 0.5;
    }
    Four f = __enzyme_fwddiff<Four>((void *)energy, enzyme_width, 4, enzyme_dup, b, d[0], d[1], d[2], d[3], enzyme_const, n);
    for (int k = 0; k < 4; k++)
        near_within("directions", f.v[k], g[k].m + 2 * g[(k + 1) % n].charge + 0.5 * g[k].p[1], 1e-6);
    double out[n], seed[2][n] = {{1, 0, 2, 0}, {0, 1, 0, -1}};
    Body r[2][n] = {};
    __enzyme_autodiff<void>((void *)rows, enzyme_width, 2, enzyme_dup, b, r[0], r[1], enzyme_const, n, enzyme_dupnoneed, out, seed[0], seed[1]);
    double s0[n] = {1, 0, 2, 0}, s1[n] = {0, 1, 0, -1};
    for (int i = 0; i < n; i++) {
        int before = (i + n - 1) % n;
        near("m", r[0][i].m, s0[i] * b[(i + 1) % n].p[0]);
        near("p0", r[1][i].p[0], s1[before] * b[before].m);
        near("p1", r[1][i].p[1], s1[i] * 2 * b[i].charge * b[i].p[1]);
        near_within("charge", r[0][i].charge, s0[i] * b[i].p[1] * b[i].p[1], 1e-6);
    }
    return wrong;
}
