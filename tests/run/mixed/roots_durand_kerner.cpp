// All roots of a polynomial at once in std::complex, then sorted by their real parts.
// rz: double spread(const double c[n] in 0.5..1.5, int n=4)
// also: n=2
// tolerance: loose
#include <algorithm>
#include <complex>
#include <vector>

extern "C" double spread(const double *c, int n)
{
    using C = std::complex<double>;
    std::vector<C> root(n);
    C seed(0.4, 0.9), power = 1;
    for (auto &r : root)
        r = power *= seed;
    for (int it = 0; it < 60; it++) {
        double moved = 0;
        for (int i = 0; i < n; i++) {
            C value = 1;
            for (int k = 0; k < n; k++)
                value = value * root[i] + c[k] * (k + 1.0);
            C below = 1;
            for (int k = 0; k < n; k++)
                if (k != i)
                    below *= root[i] - root[k];
            C step = value / below;
            root[i] -= step;
            moved += std::abs(step);
        }
        if (moved < 1e-14)
            break;
    }
    std::sort(root.begin(), root.end(), [](const C &a, const C &b) {
        return std::make_pair(std::norm(a), a.imag()) < std::make_pair(std::norm(b), b.imag());
    });
    double s = 0;
    for (int i = 0; i < n; i++)
        s += (i / 2 + 1) * (std::norm(root[i]) + std::real(root[i]) * 0.5);
    return s;
}
