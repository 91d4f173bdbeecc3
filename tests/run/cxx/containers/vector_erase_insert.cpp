// insert, erase, reserve, swap and iterators on a vector.
// rz: double f(const double x[n] in, int n=8)
#include <vector>

extern "C" double f(const double *x, int n)
{
    std::vector<double> v, w;
    v.reserve(4);
    for (int i = 0; i < n; i++)
        v.insert(v.begin() + i / 2, x[i] * (i + 1));
    v.erase(v.begin() + 2);
    v.erase(v.end() - 3, v.end() - 1);
    w.assign(v.rbegin(), v.rend());
    v.swap(w);
    double s = 0.0;
    auto q = w.begin();
    for (auto p = v.begin(); p != v.end(); ++p, ++q)
        s += *p * *q * *p;
    return s;
}
