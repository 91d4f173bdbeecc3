// An error brings the number of which its message speaks; the handler would print the one, and use the
// other.
// rz: double f(const double x[n] in 0.02..0.15, int n=4)
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <string>

struct Bad : std::runtime_error {
    Bad(const std::string &s, double r) : std::runtime_error(s), residual(r) {}
    double residual;
};

static double one(double x)
{
    if (x > 0.2) throw Bad("value " + std::to_string(x * x), x * x);
    return std::exp(x) * x;
}

extern "C" double f(const double *x, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++) {
        try {
            sum += one(x[i]);
        } catch (const Bad &e) {
            std::fprintf(stderr, "%s\n", e.what());
            sum += e.residual;
        }
    }
    return sum;
}
