// A class of a small matrix with operators by value; a filter has several.
// rz: double f(const double x[n] in, int n=9, double q=0.7)
// also: n=4
class Matrix {
    int rows_ = 0, cols_ = 0;
    double at_[36] = {};
public:
    Matrix() = default;
    Matrix(int r, int c) : rows_(r), cols_(c) {}
    int rows() const { return rows_; }
    int cols() const { return cols_; }
    double &operator()(int i, int j) { return at_[i*cols_ + j]; }
    double operator()(int i, int j) const { return at_[i*cols_ + j]; }
    Matrix transposed() const { Matrix t(cols_, rows_); for (int i = 0; i < rows_; i++) for (int j = 0; j < cols_; j++) t(j, i) = (*this)(i, j); return t; }
    friend Matrix operator*(const Matrix &a, const Matrix &b)
    {
        Matrix c(a.rows_, b.cols_);
        for (int i = 0; i < a.rows_; i++)
            for (int j = 0; j < b.cols_; j++)
                for (int k = 0; k < a.cols_; k++) c(i, j) += a(i, k)*b(k, j);
        return c;
    }
    friend Matrix operator+(Matrix a, const Matrix &b) { for (int i = 0; i < a.rows_*a.cols_; i++) a.at_[i] += b.at_[i]; return a; }
};
struct Filter {
    Matrix x, p, f, q;
    void predict() { x = f*x; p = f*p*f.transposed() + q; }
};
extern "C" double f(const double *x, int n, double q)
{
    int m = n >= 9 ? 3 : 2;
    Filter k;
    k.x = Matrix(m, 1); k.p = Matrix(m, m); k.f = Matrix(m, m); k.q = Matrix(m, m);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) { k.f(i, j) = x[i*m + j]*q; k.p(i, j) = i == j; k.x(i, 0) = x[i]; k.q(i, j) = x[i]*x[j]*.1; }
    for (int s = 0; s < 3; s++) { k.predict(); if (k.p(0, 0) > 2) k.q = k.p; }
    double sum = 0;
    for (int i = 0; i < m; i++) sum += k.x(i, 0) + k.p(i, i);
    return sum;
}
