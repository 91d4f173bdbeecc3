// Tag dispatch and if constexpr over float and double instantiations.
// rz: double f(double x, double y)
#include <cmath>
#include <type_traits>

template <typename T> T kernel(T x)
{
    if constexpr (std::is_same_v<T, int>)
        return x * 2;
    else
        return std::sqrt(x) + x * x;
}

template <typename Small, typename T> double mixed(T x)
{
    return kernel<T>(x) + static_cast<double>(kernel<Small>(3)) * kernel<T>(x * x);
}

extern "C" double f(double x, double y)
{
    return mixed<int>(x) * mixed<float>(y);
}
