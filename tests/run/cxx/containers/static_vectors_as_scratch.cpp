// Static and thread-local vectors are scratch: resized, cleared, exchanged and read in one call.
// needs: libstdc++
// rz: double f(const double x[n] in, int n=6)
// also: n=11
// also: n=3
#include <cmath>
#include <vector>

namespace {

std::vector<double> shared;

double weighed(const double *x, int n)
{
    thread_local std::vector<double> squares;
    squares.clear();
    for (int i = 0; i < n; i++)
        squares.push_back(x[i] * x[i]);
    shared.assign(squares.begin(), squares.end());
    for (int i = 1; i < n; i++)
        shared[i] += 0.5 * shared[i - 1] * squares[n - i];
    double sum = 0;
    for (double one : shared)
        sum += std::sqrt(one);
    return sum;
}

} // namespace

extern "C" double f(const double *x, int n)
{
    static std::vector<double> kept;
    kept.resize(n);
    double s = weighed(x, n);
    for (int i = 0; i < n; i++)
        kept[i] = shared[i] * s;
    kept.push_back(s);
    for (double one : kept)
        s += 0.01 * one * one;
    return s;
}
