// accumulate, inner_product, partial_sum and transform.
// rz: double f(const double x[n] in, const double y[n] in, int n=7)
// also: n=0
#include <algorithm>
#include <numeric>
#include <vector>

extern "C" double f(const double *x, const double *y, int n)
{
    std::vector<double> sums(n), squares(n);
    std::partial_sum(x, x + n, sums.begin());
    std::transform(x, x + n, y, squares.begin(), [](double a, double b) { return a * a * b; });
    double d = std::inner_product(sums.begin(), sums.end(), y, 0.5);
    double p = std::accumulate(squares.begin(), squares.end(), 1.0,
                               [](double a, double b) { return a + 0.1 * a * b; });
    return d * p + std::accumulate(squares.begin(), squares.end(), 0.0);
}
