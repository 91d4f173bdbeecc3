// A vector of vectors (a ragged triangle), resized and indexed.
// rz: double f(const double x[n] in, int n=5)
// also: n=0
// also: n=1
#include <cstddef>
#include <vector>

extern "C" double f(const double *x, int n)
{
    std::vector<std::vector<double>> t;
    for (int i = 0; i < n; i++) {
        t.emplace_back(static_cast<std::size_t>(i + 1), 0.5);
        for (int j = 0; j <= i; j++)
            t[i][j] *= x[i] * x[j] + (j > 0 && i > 0 ? t[i - 1][j - 1] : 0.0);
    }
    double s = 0.0;
    for (const auto &row : t)
        for (double v : row)
            s += v * v;
    return s;
}
