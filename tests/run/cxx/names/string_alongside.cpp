// Strings are built, compared and appended beside active arithmetic.
// rz: double f(const double x[n] in, int n=6)
// also: n=0
#include <string>

extern "C" double f(const double *x, int n)
{
    std::string trace;
    double s = 0.2;
    for (int i = 0; i < n; i++) {
        trace += x[i] > 1.0 ? "up," : "down,";
        s += x[i] * s * static_cast<double>(trace.size() % 5);
        if (trace.find("up,up") != std::string::npos)
            s *= 0.9;
    }
    return s * (1.0 + static_cast<double>(trace.size()));
}
