// std::map from integers to active sums; iteration in key order.
// rz: double f(const int key[n] {5,2,9,2,5,7,1,9,4,0}, const double x[n] in, int n=10)
// also: n=0
// also: n=1
#include <map>

extern "C" double f(const int *key, const double *x, int n)
{
    std::map<int, double> sum;
    for (int i = 0; i < n; i++)
        sum[key[i]] += x[i] * x[i];
    double s = 0.1;
    for (const auto &[k, v] : sum)
        s = s * 0.8 + v * (k + 1) * s + v;
    return s;
}
