// unique_ptr<double[]> handed from function to function.
// rz: double f(const double x[n] in, int n=6)
// also: n=1
#include <memory>
#include <utility>

static std::unique_ptr<double[]> load(const double *x, int n)
{
    std::unique_ptr<double[]> p(new double[n]);
    for (int i = 0; i < n; i++)
        p[i] = x[i] * x[i];
    return p;
}

static double drain(std::unique_ptr<double[]> p, int n)
{
    double s = 1.0;
    for (int i = 0; i < n; i++)
        s = s * 0.4 + p[i] * s;
    return s;
}

extern "C" double f(const double *x, int n)
{
    auto a = load(x, n);
    double first = a[0];
    return drain(std::move(a), n) * first;
}
