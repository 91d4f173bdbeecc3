// A function template recursing over an integer parameter.
// rz: double f(double x, double y)
template <int N, typename T> T power(T x)
{
    if constexpr (N == 0)
        return T(1);
    else if constexpr (N % 2)
        return x * power<N - 1>(x);
    else
        return power<N / 2>(x * x);
}

extern "C" double f(double x, double y)
{
    return power<7>(x) * power<4>(y) + power<0>(x) * y;
}
