// Lambdas that capture by value and by reference, one of them mutable.
// rz: double f(const double x[n] in, int n=6, double k=0.7)
// also: n=0
#include <cmath>

extern "C" double f(const double *x, int n, double k)
{
    double total = 0.5;
    auto scale = [k](double v) { return k * v * v; };
    auto add = [&total](double v) { total += v * total * 0.2; };
    auto decay = [w = 1.0, k]() mutable { return w *= 0.5 + 0.1 * k; };
    for (int i = 0; i < n; i++) {
        add(scale(x[i]));
        total += decay() * x[i];
    }
    return total;
}
