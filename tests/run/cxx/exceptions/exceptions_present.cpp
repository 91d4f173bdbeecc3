// Exceptions may be thrown by checks but are not: cleanups and landing pads are there.
// rz: double f(const double x[n] in, int n=6)
// also: n=1
#include <cmath>
#include <stdexcept>
#include <vector>

static double checked_log(double v)
{
    if (v <= 0.0)
        throw std::domain_error("log of a negative number");
    return std::log(v);
}

extern "C" double f(const double *x, int n)
{
    std::vector<double> logs;
    for (int i = 0; i < n; i++)
        logs.push_back(checked_log(x[i] + 0.5));
    double s = 0.0;
    for (int i = 0; i < n; i++)
        s += logs.at(i) * logs.at(n - 1 - i) + logs[i];
    return s;
}
