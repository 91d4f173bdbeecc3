// std::set ordered by an integer first member with active second members.
// rz: double f(const int key[n] perm, const double x[n] in, int n=7)
// also: n=0
#include <set>
#include <utility>

extern "C" double f(const int *key, const double *x, int n)
{
    std::set<std::pair<int, double>> ordered;
    for (int i = 0; i < n; i++)
        ordered.insert({key[i], x[i] * x[i]});
    double s = 0.2;
    for (const auto &entry : ordered)
        s = s * entry.second * 0.5 + entry.second;
    return s;
}
