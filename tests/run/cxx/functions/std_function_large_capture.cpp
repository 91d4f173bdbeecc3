// A std::function whose capture is too large for the small buffer (heap).
// rz: double f(const double x[6] in, double t)
#include <array>
#include <functional>

static std::function<double(double)> polynomial(const double *x)
{
    std::array<double, 6> c;
    for (int i = 0; i < 6; i++)
        c[i] = x[i] * (i + 1);
    return [c](double t) {
        double p = 0.0;
        for (double k : c)
            p = p * t + k;
        return p;
    };
}

extern "C" double f(const double *x, double t)
{
    auto p = polynomial(x);
    auto q = p;
    return p(t) * q(t * t);
}
