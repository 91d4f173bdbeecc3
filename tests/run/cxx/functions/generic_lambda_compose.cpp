// Generic lambdas are composed and returned from functions.
// rz: double f(double x, double y)
#include <cmath>

template <typename F, typename G> auto compose(F f, G g)
{
    return [f, g](auto v) { return f(g(v)); };
}

static auto shifted(double by)
{
    return [by](auto v) { return v * by + by * by; };
}

extern "C" double f(double x, double y)
{
    auto h = compose(shifted(y), compose([](auto v) { return std::exp(-v); }, shifted(x)));
    return h(x * y) * h(y);
}
