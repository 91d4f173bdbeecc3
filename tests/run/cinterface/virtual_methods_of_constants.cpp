// Virtual functions of constant objects, std::function-like holders and member functions by pointer.
#include <memory>
#include <vector>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

struct Law {
    virtual ~Law() = default;
    virtual double stress(double strain) const = 0;
    virtual void step(double *state, double by) const { state[0] += by; }
};
struct Linear : Law {
    double modulus;
    explicit Linear(double e) : modulus(e) {}
    double stress(double strain) const override { return modulus * strain; }
};
struct Hardening : Law {
    double modulus, power;
    Hardening(double e, double p) : modulus(e), power(p) {}
    double stress(double strain) const override { return modulus * std::pow(strain, power); }
    void step(double *state, double by) const override { state[0] = state[0] * by + state[1]; }
};
struct Series : Law {
    std::vector<std::unique_ptr<Law>> parts;
    double stress(double strain) const override
    {
        double s = 0;
        for (const auto &part : parts)
            s += part->stress(strain / parts.size());
        return s;
    }
};

struct Rule {
    double (Law::*which)(double) const;
    const Law *law;
};

static double work(const Law *law, const Rule *rule, double *state, double x)
{
    law->step(state, x);
    double first = law->stress(state[0]);
    law->step(state, first);
    return law->stress(x) * state[0] + (rule->law->*rule->which)(first);
}

static void check(const Law *law, const Law *other)
{
    Rule rule = {&Law::stress, other};
    double x = 0.75, h = 1e-6, start[2] = {0.5, 1.25}, expect[3];
    for (int k = 0; k < 3; k++) {
        double up[2] = {0.5, 1.25}, down[2] = {0.5, 1.25}, step = k == 2 ? h : 0;
        if (k < 2)
            up[k] += h, down[k] -= h;
        expect[k] = (work(law, &rule, up, x + step) - work(law, &rule, down, x - step)) / (2 * h);
    }
    double v[2] = {start[0], start[1]}, d[2] = {0};
    near_within("x", __enzyme_autodiff((void *)work, enzyme_const, law, enzyme_const, &rule, enzyme_dup, v, d, enzyme_out, x), expect[2], 1e-7);
    near_within("v0", d[0], expect[0], 1e-7);
    near_within("v1", d[1], expect[1], 1e-7);
    for (int k = 0; k < 3; k++) {
        double t[2] = {double(k == 0), double(k == 1)};
        v[0] = start[0], v[1] = start[1];
        near_within("tangent", __enzyme_fwddiff((void *)work, enzyme_const, law, enzyme_const, &rule, enzyme_dup, v, t, enzyme_dup, x, double(k == 2)), expect[k], 1e-7);
    }
}

int main()
{
    auto linear = std::make_unique<Linear>(2.0);
    auto hardening = std::make_unique<Hardening>(3.0, 1.5);
    Series series, inner;
    series.parts.push_back(std::make_unique<Linear>(0.5));
    series.parts.push_back(std::make_unique<Hardening>(1.25, 2.5));
    check(linear.get(), &series);
    check(hardening.get(), linear.get());
    check(&series, hardening.get());
    return wrong;
}
