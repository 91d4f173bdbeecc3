// Functions pass vectors by value and by reference, and return them.
// rz: double f(const double a[n*n] in, const double b[n] in, int n=4)
// also: n=1
#include <vector>

using Vector = std::vector<double>;

static Vector applied(const double *a, const Vector &v)
{
    Vector r(v.size());
    for (std::size_t i = 0; i < v.size(); i++)
        for (std::size_t j = 0; j < v.size(); j++)
            r[i] += a[i * v.size() + j] * v[j];
    return r;
}

static Vector plus(Vector a, const Vector &b)
{
    for (std::size_t i = 0; i < a.size(); i++)
        a[i] += 0.3 * b[i] * a[i];
    return a;
}

extern "C" double f(const double *a, const double *b, int n)
{
    Vector v(b, b + n);
    for (int k = 0; k < 3; k++)
        v = plus(v, applied(a, v));
    double s = 0.0;
    for (double e : v)
        s += e * e;
    return s;
}
