// A static table made on first use beside static scratch that is resized: the answer of every call is the same.
// needs: libstdc++
// rz: double f(const double x[n] in, int n=6)
// also: n=11
// also: n=3
#include <vector>

extern "C" double f(const double *x, int n)
{
    static const std::vector<double> table = [] {
        std::vector<double> t(16);
        for (int i = 0; i < 16; i++)
            t[i] = 1.0 / (1 + i);
        return t;
    }();
    static std::vector<double> scratch;
    scratch.resize(n);
    for (int i = 0; i < n; i++)
        scratch[i] = x[i] * x[(i + 1) % n] * table[i % 16];
    double s = 0;
    for (int i = 0; i < n; i++)
        s += scratch[i] * scratch[i];
    return s;
}
