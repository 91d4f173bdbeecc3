// A templated root finder that takes its derivative by forward mode inside, differentiated in reverse; a third order by nesting.
#include <array>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_out;
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);

static double residual(double x, double p, double q) { return x * x * x + p * x - q * std::exp(-x); }

static double root(double p, double q)
{
    double x = 1;
    for (int i = 0; i < 30; i++) {
        double r = residual(x, p, q);
        double d = __enzyme_fwddiff<double>((void *)residual, enzyme_dup, x, 1.0, enzyme_const, p, enzyme_const, q);
        x -= r / d;
        if (std::fabs(r) < 1e-14)
            break;
    }
    return x;
}

struct Both { double p, q; };

static double first(double p, double q)
{
    Both b = __enzyme_autodiff<Both>((void *)root, enzyme_out, p, enzyme_out, q);
    return b.p + 2 * b.q;
}

static double second(double p, double q)
{
    return __enzyme_fwddiff<double>((void *)first, enzyme_dup, p, 1.0, enzyme_dup, q, 2.0);
}

int main()
{
    double p = 1.3, q = 2.1, x = root(p, q);
    double fx = 3 * x * x + p + q * std::exp(-x), fp = x, fq = -std::exp(-x);
    double xp = -fp / fx, xq = -fq / fx;
    near("dx/dp + 2 dx/dq", first(p, q), xp + 2 * xq);
    auto exact = [](double p, double q) {
        double x = root(p, q), fx = 3 * x * x + p + q * std::exp(-x);
        return -x / fx + 2 * std::exp(-x) / fx;
    };
    double h = 1e-3;
    auto along = [&](double t) { return exact(p + t, q + 2 * t); };
    double d = (along(-2 * h) - 8 * along(-h) + 8 * along(h) - along(2 * h)) / (12 * h);
    near_within("second", second(p, q), d, 1e-9);
    double third = __enzyme_fwddiff<double>((void *)second, enzyme_dup, p, 1.0, enzyme_dup, q, 2.0);
    auto along2 = [&](double t) { return second(p + t, q + 2 * t); };
    d = (along2(-2 * h) - 8 * along2(-h) + 8 * along2(h) - along2(2 * h)) / (12 * h);
    near_within("third", third, d, 1e-8);
    return wrong;
}
