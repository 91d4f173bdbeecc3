// A matrix class with expression templates: sums, differences, products by element and tanh are
// evaluated in one loop where they are assigned; a product of matrices is evaluated at once.
//
//     h ← h + step·(tanh(h·W + b) − h), some times over;   half the sum of squares of h − target

#include <cmath>
#include <vector>

namespace {

template <class E> struct Expression {
    const E &self() const { return static_cast<const E &>(*this); }
};

class Matrix : public Expression<Matrix> {
  public:
    Matrix(int rows, int columns) : rows_(rows), columns_(columns), data_(rows * columns) {}
    Matrix(int rows, int columns, const double *from)
        : rows_(rows), columns_(columns), data_(from, from + rows * columns) {}
    template <class E> Matrix &operator=(const Expression<E> &e)
    {
        for (int i = 0; i < rows_ * columns_; i++)
            data_[i] = e.self()[i];
        return *this;
    }
    double operator[](int i) const { return data_[i]; }
    double operator()(int i, int j) const { return data_[i * columns_ + j]; }
    double &operator()(int i, int j) { return data_[i * columns_ + j]; }
    int rows() const { return rows_; }
    int columns() const { return columns_; }

  private:
    int rows_, columns_;
    std::vector<double> data_;
};

template <class L, class R> struct Sum : Expression<Sum<L, R>> {
    const L &l;
    const R &r;
    Sum(const L &l, const R &r) : l(l), r(r) {}
    double operator[](int i) const { return l[i] + r[i]; }
};

template <class L, class R> struct Difference : Expression<Difference<L, R>> {
    const L &l;
    const R &r;
    Difference(const L &l, const R &r) : l(l), r(r) {}
    double operator[](int i) const { return l[i] - r[i]; }
};

template <class E> struct Scaled : Expression<Scaled<E>> {
    double by;
    const E &e;
    Scaled(double by, const E &e) : by(by), e(e) {}
    double operator[](int i) const { return by * e[i]; }
};

template <class E> struct Tanh : Expression<Tanh<E>> {
    const E &e;
    explicit Tanh(const E &e) : e(e) {}
    double operator[](int i) const { return std::tanh(e[i]); }
};

template <class L, class R> Sum<L, R> operator+(const Expression<L> &l, const Expression<R> &r)
{
    return {l.self(), r.self()};
}
template <class L, class R>
Difference<L, R> operator-(const Expression<L> &l, const Expression<R> &r)
{
    return {l.self(), r.self()};
}
template <class E> Scaled<E> operator*(double by, const Expression<E> &e) { return {by, e.self()}; }
template <class E> Tanh<E> tanh(const Expression<E> &e) { return Tanh<E>(e.self()); }

Matrix operator*(const Matrix &a, const Matrix &b)
{
    Matrix out(a.rows(), b.columns());
    for (int i = 0; i < a.rows(); i++)
        for (int k = 0; k < a.columns(); k++)
            for (int j = 0; j < b.columns(); j++)
                out(i, j) += a(i, k) * b(k, j);
    return out;
}

} // namespace

extern "C" double templates(const double *start, const double *weights, const double *bias,
                            const double *target, int rows, int n, int steps)
{
    Matrix h(rows, n, start), w(n, n, weights), b(rows, n, bias), wanted(rows, n, target);
    for (int s = 0; s < steps; s++)
        h = h + 0.25 * (tanh(h * w + b) - h);
    Matrix left(rows, n);
    left = h - wanted;
    double total = 0;
    for (int i = 0; i < rows * n; i++)
        total += 0.5 * left[i] * left[i];
    return total;
}
