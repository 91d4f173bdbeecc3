// Linear elements on a triangle mesh: assembly into CSR from a map, boundary values, conjugate gradients.
// rz: double energy(const double k[e] in 1..2, const double load[n] in 0..1, int m=3, int n=(m+1)*(m+1), int e=2*m*m)
// also: m=2, n=9, e=8
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

namespace {

struct Mesh {
    std::vector<std::array<double, 2>> points;
    std::vector<std::array<int, 3>> triangles;
    std::vector<bool> fixed;

    explicit Mesh(int m)
    {
        for (int j = 0; j <= m; j++)
            for (int i = 0; i <= m; i++) {
                double x = double(i) / m, y = double(j) / m;
                points.push_back({x + 0.05 * std::sin(3 * y), y + 0.04 * std::sin(2 * x)});
                fixed.push_back(i == 0);
            }
        for (int j = 0; j < m; j++)
            for (int i = 0; i < m; i++) {
                int a = j * (m + 1) + i, b = a + 1, c = a + m + 1, d = c + 1;
                triangles.push_back({a, b, d});
                triangles.push_back({a, d, c});
            }
    }
};

struct Csr {
    std::vector<int> row, column;
    std::vector<double> value;

    explicit Csr(const std::vector<std::map<int, double>> &rows)
    {
        row.push_back(0);
        for (const auto &one : rows) {
            for (const auto &[j, v] : one) {
                column.push_back(j);
                value.push_back(v);
            }
            row.push_back(int(column.size()));
        }
    }

    std::vector<double> operator*(const std::vector<double> &x) const
    {
        std::vector<double> y(row.size() - 1);
        for (std::size_t i = 0; i + 1 < row.size(); i++)
            for (int k = row[i]; k < row[i + 1]; k++)
                y[i] += value[k] * x[column[k]];
        return y;
    }
};

double dot(const std::vector<double> &a, const std::vector<double> &b)
{
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); i++)
        sum += a[i] * b[i];
    return sum;
}

std::vector<double> solved(const Csr &a, const std::vector<double> &b, int steps)
{
    std::vector<double> x(b.size()), r = b, p = b;
    double rr = dot(r, r);
    for (int s = 0; s < steps && rr > 1e-24; s++) {
        std::vector<double> ap = a * p;
        double alpha = rr / dot(p, ap);
        for (std::size_t i = 0; i < x.size(); i++) {
            x[i] += alpha * p[i];
            r[i] -= alpha * ap[i];
        }
        double next = dot(r, r);
        for (std::size_t i = 0; i < x.size(); i++)
            p[i] = r[i] + next / rr * p[i];
        rr = next;
    }
    return x;
}

} // namespace

extern "C" double energy(const double *k, const double *load, int m, int n, int e)
{
    Mesh mesh(m);
    std::vector<std::map<int, double>> rows(n);
    std::vector<double> right(n);
    for (int t = 0; t < e; t++) {
        const auto &tri = mesh.triangles[t];
        double bx[3], by[3];
        for (int i = 0; i < 3; i++) {
            const auto &p = mesh.points[tri[(i + 1) % 3]], &q = mesh.points[tri[(i + 2) % 3]];
            bx[i] = p[1] - q[1];
            by[i] = q[0] - p[0];
        }
        double area = 0.5 * (bx[0] * by[1] - bx[1] * by[0]);
        for (int i = 0; i < 3; i++) {
            right[tri[i]] += load[tri[i]] * area / 3;
            for (int j = 0; j < 3; j++)
                rows[tri[i]][tri[j]] += k[t] * (bx[i] * bx[j] + by[i] * by[j]) / (4 * area);
        }
    }
    for (int i = 0; i < n; i++) {
        if (!mesh.fixed[i])
            continue;
        for (auto &[j, v] : rows[i])
            v = j == i;
        for (int j = 0; j < n; j++)
            if (j != i)
                rows[j].erase(i);
        right[i] = 0;
    }
    Csr matrix(rows);
    std::vector<double> u = solved(matrix, right, 4 * n);
    return dot(u, right) + dot(u, u);
}
