// Kept vectors are replaced as a whole: moved into, swapped with a temporary, copied into, exchanged for larger ones.
// needs: libstdc++
// rz: double f(const double x[n] in, int n=6, int turns=3)
// also: n=11
// also: n=3, turns=1
#include <memory>
#include <utility>
#include <vector>

namespace {

std::vector<double> first, second, third;
std::unique_ptr<double[]> raw;

std::vector<double> powers(const double *x, int n, int of)
{
    std::vector<double> p(n, 1.0);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < of; k++)
            p[i] *= x[i];
    return p;
}

} // namespace

extern "C" double f(const double *x, int n, int turns)
{
    double s = 0;
    for (int t = 0; t < turns; t++) {
        first = powers(x, n, t + 1);
        std::vector<double>(n + t, 0.25).swap(second);
        third = first;
        raw = std::make_unique<double[]>(n);
        for (int i = 0; i < n; i++) {
            second[i] += third[i] * x[n - 1 - i];
            raw[i] = second[i] * first[i];
        }
        std::swap(first, third);
        for (int i = 0; i < n; i++)
            s += raw[i] * third[i] + second[n + t - 1];
    }
    return s;
}
