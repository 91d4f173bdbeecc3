// Levenberg-Marquardt with numerical Jacobians, damping that goes up and down, and residuals in a std::function.
// rz: double fitted(const double t[m] in sorted 0..3, const double y[m] in 0.5..2, double guess 0.8..1.2, int m=8)
// tolerance: loose
#include <cmath>
#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using Vector = std::vector<double>;
using Residuals = std::function<Vector(const Vector &)>;

double norm2(const Vector &v)
{
    double sum = 0;
    for (double one : v)
        sum += one * one;
    return sum;
}

Vector solved(std::vector<Vector> a, Vector b)
{
    const std::size_t n = b.size();
    for (std::size_t k = 0; k < n; k++) {
        std::size_t pivot = k;
        for (std::size_t i = k + 1; i < n; i++)
            if (std::fabs(a[i][k]) > std::fabs(a[pivot][k]))
                pivot = i;
        if (a[pivot][k] == 0)
            throw std::runtime_error("singular");
        std::swap(a[k], a[pivot]);
        std::swap(b[k], b[pivot]);
        for (std::size_t i = k + 1; i < n; i++) {
            double factor = a[i][k] / a[k][k];
            for (std::size_t j = k; j < n; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    }
    for (std::size_t k = n; k-- > 0;) {
        for (std::size_t j = k + 1; j < n; j++)
            b[k] -= a[k][j] * b[j];
        b[k] /= a[k][k];
    }
    return b;
}

Vector minimised(const Residuals &residuals, Vector p, int rounds)
{
    double damping = 1e-2;
    Vector r = residuals(p);
    for (int round = 0; round < rounds; round++) {
        std::vector<Vector> columns;
        for (std::size_t j = 0; j < p.size(); j++) {
            Vector moved = p;
            double h = 1e-3 * (1 + std::fabs(p[j]));
            moved[j] += h;
            Vector there = residuals(moved);
            for (std::size_t i = 0; i < r.size(); i++)
                there[i] = (there[i] - r[i]) / h;
            columns.push_back(std::move(there));
        }
        std::vector<Vector> normal(p.size(), Vector(p.size()));
        Vector right(p.size());
        for (std::size_t i = 0; i < p.size(); i++) {
            for (std::size_t j = 0; j < p.size(); j++)
                for (std::size_t k = 0; k < r.size(); k++)
                    normal[i][j] += columns[i][k] * columns[j][k];
            for (std::size_t k = 0; k < r.size(); k++)
                right[i] -= columns[i][k] * r[k];
            normal[i][i] *= 1 + damping;
        }
        Vector step = solved(normal, right), tried = p;
        for (std::size_t i = 0; i < p.size(); i++)
            tried[i] += step[i];
        Vector there = residuals(tried);
        if (norm2(there) < norm2(r)) {
            p = std::move(tried);
            r = std::move(there);
            damping *= 0.3;
        } else {
            damping *= 4;
        }
    }
    return p;
}

} // namespace

extern "C" double fitted(const double *t, const double *y, double guess, int m)
{
    Residuals residuals = [t, y, m](const Vector &p) {
        Vector r(m);
        for (int i = 0; i < m; i++)
            r[i] = p[0] * std::exp(-p[1] * t[i]) + p[2] - std::exp(-0.8 * t[i]) - 0.1 * y[i];
        return r;
    };
    Vector p = minimised(residuals, {guess, 0.5, 0.3 * guess}, 4);
    return norm2(residuals(p)) + p[0] * p[1] + p[2];
}
