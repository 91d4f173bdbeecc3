// Statics that the first call makes: a table, a polymorphic strategy, scratch; gradients before and after the primal ran.
#include <memory>
#include <vector>
#include "near.h"
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
extern int enzyme_dup, enzyme_const, enzyme_width;

struct Rule {
    std::vector<double> nodes, weights;
    virtual ~Rule() = default;
    virtual double map(double t) const = 0;
};
struct Linear : Rule {
    Linear()
    {
        for (int i = 0; i < 8; i++)
            nodes.push_back((i + 0.5) / 8), weights.push_back(0.125);
    }
    double map(double t) const override { return 2 * t; }
};
static int made;
static const Rule &rule()
{
    static const std::unique_ptr<Rule> one = [] {
        made++;
        return std::make_unique<Linear>();
    }();
    return *one;
}
static double integral(const double *p, int n)
{
    const Rule &r = rule();
    static std::vector<double> powers;
    double sum = 0;
    for (std::size_t k = 0; k < r.nodes.size(); k++) {
        double t = r.map(r.nodes[k]);
        powers.assign(n, p[0]);
        for (int i = 1; i < n; i++)
            powers[i] = powers[i - 1] * t + p[i];
        sum += r.weights[k] * powers[n - 1] * powers[n - 1];
    }
    return sum;
}
static double exact(const double *p, int n, int by)
{
    double d = 0;
    for (int k = 0; k < 8; k++) {
        double t = 2 * (k + 0.5) / 8, v = 0;
        for (int i = 0; i < n; i++)
            v = v * t + p[i];
        d += 0.125 * 2 * v * std::pow(t, n - 1 - by);
    }
    return d;
}

int main()
{
    double p[4] = {0.3, -0.5, 0.8, 0.2};
    for (int round = 0; round < 4; round++) {
        int n = 2 + round % 3;
        double d[4] = {0}, v[2][4] = {{1, 0, 0, 0}, {0, 1, 0, 0}};
        __enzyme_autodiff<void>((void *)integral, enzyme_dup, p, d, enzyme_const, n);
        for (int i = 0; i < n; i++)
            near("reverse", d[i], exact(p, n, i));
        near("forward", __enzyme_fwddiff<double>((void *)integral, enzyme_dup, p, v[0], enzyme_const, n), exact(p, n, 0));
        near("forward", __enzyme_fwddiff<double>((void *)integral, enzyme_dup, p, v[1], enzyme_const, n), exact(p, n, 1));
        near("primal between", integral(p, n) > 0, 1);
    }
    near("made once", made, 1);
    return wrong;
}
