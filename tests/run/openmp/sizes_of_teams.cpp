// Teams of given sizes, and regions that are parallel under a condition.
// rz: double f(const double x[n] in, int n=10)
#include <vector>
static double sum(const std::vector<double> &v, int threads)
{
    double s = 0;
    int n = (int)v.size();
#pragma omp parallel for num_threads(threads) if (n > 4) reduction(+ : s)
    for (int i = 0; i < n; i++)
        s += v[i] * v[i] * v[n - 1 - i];
    return s;
}
extern "C" double f(const double *x, int n)
{
    std::vector<double> few(x, x + 3), all(x, x + n);
    return sum(few, 2) * sum(all, 3) + sum(all, 1);
}
