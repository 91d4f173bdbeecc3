// std::function objects with a number, an address and a large capture, copied, moved and swapped.
// rz: double f(double x, double y)
#include <cmath>
#include <functional>
#include <utility>

extern "C" double f(double x, double y)
{
    double big[4] = {x, y, x * y, 2.0};
    std::function<double(double)> number = [x](double v) { return v * x; };
    std::function<double(double)> address = [&y](double v) { return v + y * y; };
    std::function<double(double)> large = [big](double v) { return v * big[2] + big[0] * big[3]; };
    std::function<double(double)> copy = large;
    std::function<double(double)> moved = std::move(address);
    std::swap(copy, moved);
    return number(copy(y)) + moved(x) * large(0.5);
}
