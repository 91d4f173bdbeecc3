// A try block whose handler would repair, but nothing is thrown.
// rz: double f(const double x[n] in, int n=5)
// also: n=0
#include <stdexcept>

static double inverse(double v)
{
    if (v == 0.0)
        throw std::runtime_error("division by zero");
    return 1.0 / v;
}

extern "C" double f(const double *x, int n)
{
    double s = 1.0;
    for (int i = 0; i < n; i++) {
        try {
            s += inverse(x[i]) * s;
        } catch (const std::runtime_error &) {
            s = -1.0;
        }
    }
    return s;
}
