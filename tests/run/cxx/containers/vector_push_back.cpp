// vector::push_back growing in a loop.
// rz: double f(const double x[n] in, int n=11)
// also: n=0
// also: n=1
#include <vector>

extern "C" double f(const double *x, int n)
{
    std::vector<double> v;
    for (int i = 0; i < n; i++) {
        v.push_back(x[i] * x[i]);
        if (i % 3 == 2)
            v.push_back(v.back() * v.front());
    }
    double s = 0.0;
    for (double e : v)
        s += e * (s + 1.0) * 0.1;
    return s;
}
