// A sparse matrix in a map by pairs of indices, assembled in any order, solved by conjugate gradients.
// rz: double solved(const double k[n] in 0.5..1.5, const double f[n] in, int n=6)
// also: n=1
#include <map>
#include <utility>
#include <vector>

namespace {
using Vec = std::vector<double>;
struct Sparse {
    std::map<std::pair<int, int>, double> entries;
    double &operator()(int i, int j) { return entries[{i, j}]; }
    Vec operator*(const Vec &x) const
    {
        Vec y(x.size());
        for (const auto &[at, value] : entries)
            y[at.first] += value * x[at.second];
        return y;
    }
};
double operator*(const Vec &a, const Vec &b)
{
    double s = 0;
    for (std::size_t i = 0; i < a.size(); i++)
        s += a[i] * b[i];
    return s;
}
Vec operator+(Vec a, const Vec &b)
{
    for (std::size_t i = 0; i < a.size(); i++)
        a[i] += b[i];
    return a;
}
Vec operator*(double c, Vec a)
{
    for (double &e : a)
        e *= c;
    return a;
}
} // namespace

extern "C" double solved(const double *k, const double *f, int n)
{
    Sparse a;
    for (int e = n - 1; e >= 0; e--) {
        a(e, e) += k[e] + 1;
        if (e + 1 < n) {
            a(e, e + 1) -= 0.5 * k[e];
            a(e + 1, e) -= 0.5 * k[e];
            a(e + 1, e + 1) += k[e];
        }
    }
    Vec b(f, f + n), x(n), r = b, p = r;
    double rr = r * r;
    for (int it = 0; it < 3 * n && rr > 1e-26; it++) {
        Vec ap = a * p;
        double alpha = rr / (p * ap);
        x = x + alpha * p;
        r = r + -alpha * ap;
        double next = r * r;
        p = r + next / rr * p;
        rr = next;
    }
    return b * x;
}
