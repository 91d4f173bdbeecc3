// A recursive std::function that remembers what it has computed in an unordered_map by number.
// rz: double counted(const double p[m] in 0.2..0.6, int n=9, int m=3)
// also: n=0
#include <functional>
#include <unordered_map>

extern "C" double counted(const double *p, int n, int m)
{
    std::unordered_map<long, double> known;
    std::function<double(int, int)> value = [&](int left, int state) -> double {
        if (left <= 0)
            return 1 + state * 0.5;
        long key = left * 100L + state;
        auto found = known.find(key);
        if (found != known.end())
            return found->second;
        double s = 0;
        for (int k = 0; k < m; k++)
            s += p[(state + k) % m] * value(left - 1 - k, (state + k) % m);
        return known[key] = s;
    };
    return value(n, 0) + 0.25 * value(n / 2, 1) + static_cast<double>(known.size());
}
