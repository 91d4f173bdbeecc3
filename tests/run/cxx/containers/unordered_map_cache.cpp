// std::unordered_map as a memo table of active values.
// rz: double f(double x, double y, int n=9)
// also: n=1
#include <unordered_map>

struct Memo {
    double x, y;
    std::unordered_map<int, double> known;
    double operator()(int n)
    {
        if (n < 2)
            return n ? x : y;
        auto hit = known.find(n);
        if (hit != known.end())
            return hit->second;
        double v = 0.5 * (*this)(n - 1) * x + 0.4 * (*this)(n - 2) * y;
        known.emplace(n, v);
        return v;
    }
};

extern "C" double f(double x, double y, int n)
{
    Memo memo{x, y, {}};
    return memo(n) + memo(n / 2) * memo(n);
}
