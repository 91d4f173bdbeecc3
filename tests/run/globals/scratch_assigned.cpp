// Static and thread_local scratch is set by assign(n, value) in each call, and added to.
// needs: libstdc++
// rz: double f(const double x[n] in, int n=6)
// also: n=11
// also: n=3
#include <vector>

extern "C" double f(const double *x, int n)
{
    static std::vector<double> sums;
    thread_local std::vector<double> products;
    sums.assign(n, 0.5);
    products.assign(n, 1);
    for (int i = 0; i < 2 * n; i++) {
        sums[i % n] += x[i % n] * i;
        products[(i * 2) % n] *= sums[i % n];
    }
    double s = 0;
    for (int i = 0; i < n; i++)
        s += sums[i] * products[i];
    return s;
}
