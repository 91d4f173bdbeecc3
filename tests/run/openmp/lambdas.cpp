// A region calls what a template was given.
// rz: double f(const double x[n] in, double a, int n=11)
#include <cmath>
template <class F> static double sum(const double *x, int n, F of)
{
    double s = 0;
#pragma omp parallel for reduction(+ : s) schedule(dynamic, 1)
    for (int i = 0; i < n; i++)
        s += of(x[i], i);
    return s;
}
extern "C" double f(const double *x, double a, int n)
{
    double once = sum(x, n, [=](double v, int i) { return std::exp(-a * v) * (1 + 0.1 * i); });
    double twice = sum(x, n, [&](double v, int) { return v * v * once; });
    return once * twice;
}
