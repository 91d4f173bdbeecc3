// A functor with state passed to for_each by reference wrapper.
// rz: double f(const double x[n] in, int n=6)
// also: n=0
#include <algorithm>
#include <functional>

struct Kahan {
    double sum = 0.3, compensation = 0.0;
    void operator()(double v)
    {
        double y = v * sum - compensation, t = sum + 0.1 * y;
        compensation = 0.5 * ((t - sum) - y * v);
        sum = t;
    }
};

extern "C" double f(const double *x, int n)
{
    Kahan k;
    std::for_each(x, x + n, std::ref(k));
    return k.sum * k.sum + k.compensation;
}
