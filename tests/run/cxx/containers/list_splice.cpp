// std::list: push at both ends, erase in the middle, splice, reverse.
// rz: double f(const double x[n] in, int n=8)
// also: n=0
// also: n=1
#include <list>

extern "C" double f(const double *x, int n)
{
    std::list<double> a, b;
    for (int i = 0; i < n; i++)
        if (i % 2)
            a.push_back(x[i] * x[i]);
        else
            b.push_front(x[i]);
    a.splice(a.begin(), b);
    for (auto it = a.begin(); it != a.end();)
        if (*it > 1.5)
            it = a.erase(it);
        else
            ++it;
    a.reverse();
    double s = 0.3;
    for (double v : a)
        s = 0.5 * s + v * v + s * v;
    return s;
}
