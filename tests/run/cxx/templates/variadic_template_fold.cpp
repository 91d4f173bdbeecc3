// A fold expression over a parameter pack.
// rz: double f(double x, double y, double z)
#include <cmath>

template <typename... T> double sum_of_squares(T... v)
{
    return ((v * v) + ...);
}

template <typename F, typename... T> double product_of(F f, T... v)
{
    return (f(v) * ...);
}

extern "C" double f(double x, double y, double z)
{
    return sum_of_squares(x, y * z, z) * product_of([](double v) { return std::sin(v) + 1; }, x, y, z);
}
