// A loop over a range, with iterators.
// rz: double f(const double x[n] in, int n=16)
#include <vector>
extern "C" double f(const double *x, int n)
{
    std::vector<double> v(x, x + n);
    double s = 0;
#pragma omp parallel for reduction(+ : s)
    for (auto it = v.begin(); it < v.end(); ++it)
        s += *it * *it * *it;
#pragma omp parallel for
    for (double &one : v)
        one = one * one;
    for (double one : v)
        s += one * s * 0.01;
    return s;
}
