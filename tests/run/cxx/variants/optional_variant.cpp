// std::optional and std::variant hold active values.
// rz: double f(const double x[n] in, int n=7)
// also: n=0
#include <optional>
#include <variant>

using Number = std::variant<double, int>;

static std::optional<double> root(double v)
{
    if (v < 0.8)
        return std::nullopt;
    return v * v;
}

extern "C" double f(const double *x, int n)
{
    double s = 0.1;
    for (int i = 0; i < n; i++) {
        Number number = i % 3 ? Number(x[i] * s) : Number(i);
        if (const double *d = std::get_if<double>(&number))
            s += *d * *d;
        else
            s += 0.1 * std::get<int>(number) * x[i];
        s += root(x[i]).value_or(0.2 * x[i]);
    }
    return s;
}
