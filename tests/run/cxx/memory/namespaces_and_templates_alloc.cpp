// A custom allocator (a counting one) plugged into a vector.
// rz: double f(const double x[n] in, int n=6)
// also: n=0
#include <cstddef>
#include <cstdlib>
#include <vector>

namespace pool {
static long blocks = 0;
template <typename T> struct Counting {
    using value_type = T;
    Counting() = default;
    template <typename U> Counting(const Counting<U> &) {}
    T *allocate(std::size_t n)
    {
        blocks++;
        return static_cast<T *>(std::malloc(n * sizeof(T)));
    }
    void deallocate(T *p, std::size_t)
    {
        blocks--;
        std::free(p);
    }
    bool operator==(const Counting &) const { return true; }
    bool operator!=(const Counting &) const { return false; }
};
} // namespace pool

extern "C" double f(const double *x, int n)
{
    std::vector<double, pool::Counting<double>> v;
    for (int i = 0; i < n; i++)
        v.push_back(x[i] * (v.empty() ? 1.0 : v.back()));
    double s = 0.0;
    for (double e : v)
        s += e * e;
    return s;
}
