// An adaptive method of Euler and Heun for a stiff pair of equations, many small steps.
//
//     x' = a (y − x) + sin(x),   y' = x (b − y)

#include <array>
#include <cmath>

namespace {

using State = std::array<double, 2>;

State slope(const State &s, const double *p)
{
    return {p[0] * (s[1] - s[0]) + std::sin(s[0]), s[0] * (p[1] - s[1])};
}

State along(const State &s, const State &k, double h)
{
    State out;
    for (int i = 0; i < 2; i++)
        out[i] = s[i] + h * k[i];
    return out;
}

} // namespace

extern "C" double adaptive(const double *start, const double *p, double span, double tolerance)
{
    State s{start[0], start[1]};
    double t = 0, h = 1e-4;
    while (t < span) {
        if (t + h > span)
            h = span - t;
        State k = slope(s, p), euler = along(s, k, h), l = slope(euler, p);
        double error = 0;
        for (int i = 0; i < 2; i++) {
            double e = 0.5 * h * (l[i] - k[i]);
            error += e * e;
        }
        if (error <= tolerance * tolerance) {
            for (int i = 0; i < 2; i++)
                s[i] += 0.5 * h * (k[i] + l[i]);
            t += h;
            h *= 1.2;
        } else {
            h *= 0.6;
        }
    }
    return s[0] * s[0] + s[1];
}
