// Static polymorphism: a CRTP base drives Newton steps of a derived class.
// rz: double f(double a 1..4, double b)
#include <cmath>

template <typename D> struct Newton {
    double solve(double x) const
    {
        const D &d = static_cast<const D &>(*this);
        for (int i = 0; i < 12; i++)
            x -= d.value(x) / d.slope(x);
        return x;
    }
};
struct Cubic : Newton<Cubic> {
    double a, b;
    Cubic(double a, double b) : a(a), b(b) {}
    double value(double x) const { return x * x * x + b * x - a; }
    double slope(double x) const { return 3 * x * x + b; }
};
struct Kepler : Newton<Kepler> {
    double m, e;
    Kepler(double m, double e) : m(m), e(e) {}
    double value(double x) const { return x - e * std::sin(x) - m; }
    double slope(double x) const { return 1 - e * std::cos(x); }
};

extern "C" double f(double a, double b)
{
    return Cubic(a, b).solve(1.0) * Kepler(a, 0.3 * b).solve(a);
}
