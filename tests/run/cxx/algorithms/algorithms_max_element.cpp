// max_element, minmax, clamp, reverse, rotate and nth_element.
// rz: double f(double x[n] inout, int n=9)
#include <algorithm>

extern "C" double f(double *x, int n)
{
    double *top = std::max_element(x, x + n);
    *top *= 0.5;
    auto [low, high] = std::minmax(x[0], x[1]);
    double s = low * high * high + std::clamp(x[2], 0.6, 0.8);
    std::reverse(x, x + n / 2);
    std::rotate(x, x + 2, x + n);
    std::nth_element(x, x + n / 2, x + n);
    s += x[n / 2] * x[n / 2];
    std::sort(x, x + n);
    return s;
}
