// Checks that throw with a message of the numbers; none fires.
// rz: double f(const double x[n] in, int n=4)
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string>

#define REQUIRE(what, v)                                                                           \
    do {                                                                                           \
        if (!(what)) {                                                                             \
            std::ostringstream msg;                                                                  \
            msg << __FILE__ << ":" << __LINE__ << ": " #what " fails at " << (v);                    \
            throw std::runtime_error(msg.str());                                                     \
        }                                                                                          \
    } while (0)

static double root(double v)
{
    REQUIRE(v >= 0.0, v);
    return std::sqrt(v);
}

extern "C" double f(const double *x, int n)
{
    double s = 0.0;
    for (int i = 0; i < n; i++) {
        s += root(x[i] * x[i] + 1.0);
        REQUIRE(std::isfinite(s), s);
    }
    return s;
}
