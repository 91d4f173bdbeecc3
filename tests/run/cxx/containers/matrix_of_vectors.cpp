// Matrices as vector<vector<double>>: products, transposes, rows swapped in elimination.
// rz: double f(const double x[n*n] in, int n=3)
// also: n=1
#include <cmath>
#include <utility>
#include <vector>

using Matrix = std::vector<std::vector<double>>;

static Matrix multiply(const Matrix &a, const Matrix &b)
{
    Matrix c(a.size(), std::vector<double>(b[0].size(), 0.0));
    for (size_t i = 0; i < a.size(); i++)
        for (size_t j = 0; j < b[0].size(); j++)
            for (size_t k = 0; k < b.size(); k++)
                c[i][j] += a[i][k] * b[k][j];
    return c;
}
static Matrix transpose(const Matrix &a)
{
    Matrix t(a[0].size(), std::vector<double>(a.size()));
    for (size_t i = 0; i < a.size(); i++)
        for (size_t j = 0; j < a[0].size(); j++)
            t[j][i] = a[i][j];
    return t;
}
static double determinant(Matrix a)
{
    double d = 1.0;
    for (size_t k = 0; k < a.size(); k++) {
        size_t p = k;
        for (size_t i = k; i < a.size(); i++)
            if (std::fabs(a[i][k]) > std::fabs(a[p][k]))
                p = i;
        if (p != k) {
            std::swap(a[p], a[k]);
            d = -d;
        }
        d *= a[k][k];
        for (size_t i = k + 1; i < a.size(); i++) {
            double m = a[i][k] / a[k][k];
            for (size_t j = k; j < a.size(); j++)
                a[i][j] -= m * a[k][j];
        }
    }
    return d;
}

extern "C" double f(const double *x, int n)
{
    Matrix a(n);
    for (int i = 0; i < n; i++) {
        a[i].assign(x + i * n, x + (i + 1) * n);
        a[i][i] += 0.3 * i;
    }
    Matrix b = multiply(a, transpose(a));
    b = multiply(b, a);
    return determinant(a) + determinant(std::move(b));
}
