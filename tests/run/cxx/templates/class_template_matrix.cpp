// A class template of fixed-size matrices with operators.
// rz: double f(const double a[4] in, const double b[4] in)
template <typename T, int R, int C> struct Matrix {
    T m[R][C] = {};
    T &operator()(int i, int j) { return m[i][j]; }
    const T &operator()(int i, int j) const { return m[i][j]; }
};

template <typename T, int R, int K, int C>
Matrix<T, R, C> operator*(const Matrix<T, R, K> &a, const Matrix<T, K, C> &b)
{
    Matrix<T, R, C> c;
    for (int i = 0; i < R; i++)
        for (int j = 0; j < C; j++)
            for (int k = 0; k < K; k++)
                c(i, j) += a(i, k) * b(k, j);
    return c;
}

extern "C" double f(const double *a, const double *b)
{
    Matrix<double, 2, 2> x, y;
    for (int i = 0; i < 4; i++) {
        x(i / 2, i % 2) = a[i];
        y(i / 2, i % 2) = b[i];
    }
    auto z = x * y * x;
    return z(0, 0) * z(1, 1) - z(0, 1) * z(1, 0) + z(0, 1);
}
