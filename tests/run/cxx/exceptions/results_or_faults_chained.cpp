// Results that may be errors, std::expected handed on and chained; one of the branches fails.
// rz: double chained(const double x[n] in 0.5..1.5, int n=6)
// also: n=2
// flags: -std=c++23
#include <cmath>
#include <expected>
#include <optional>
#include <string>
#include <vector>

enum class Fault { negative, large };
using Result = std::expected<double, Fault>;

static Result root(double v)
{
    if (v < 0)
        return std::unexpected(Fault::negative);
    return std::sqrt(v);
}

static Result bounded(double v)
{
    if (v > 1.1)
        return std::unexpected(Fault::large);
    return v * v;
}

static std::optional<double> inverse(double v)
{
    if (v == 0)
        return std::nullopt;
    return 1 / v;
}

static std::expected<std::vector<double>, std::string> both(double a, double b)
{
    if (b > a)
        return std::unexpected<std::string>("the second one is larger than the first one is");
    return std::vector<double>{a * b, a - b};
}

extern "C" double chained(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        Result r = root(x[i] - 0.6);
        if (r)
            r = bounded(*r + 0.5);
        sum += r.value_or(0.3 * x[i]);
        if (!r && r.error() == Fault::large)
            sum += x[i] * x[i];
        sum += inverse(x[i] - 0.2).value_or(0);
        auto pair = both(x[i], x[(i + 1) % n]);
        if (pair)
            sum += (*pair)[0] * (*pair)[1];
        else
            sum += 0.01 * static_cast<double>(pair.error().size()) * x[i];
    }
    return sum;
}
