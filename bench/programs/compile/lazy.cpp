// Expression templates of our own, as linear algebra libraries have them: nothing is computed before
// it is assigned.
#include <cmath>
#include <cstdio>
#include <vector>

double __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

template <class E> struct Expression {
    const E &self() const { return static_cast<const E &>(*this); }
};

struct Vector : Expression<Vector> {
    std::vector<double> data;
    explicit Vector(std::size_t n) : data(n) {}
    Vector(const double *from, std::size_t n) : data(from, from + n) {}
    template <class E> Vector(const Expression<E> &e) : data(e.self().size()) {
        for (std::size_t i = 0; i < data.size(); i++) data[i] = e.self()[i];
    }
    double operator[](std::size_t i) const { return data[i]; }
    std::size_t size() const { return data.size(); }
};

template <class A> struct Held { using type = const A; };
template <> struct Held<Vector> { using type = const Vector &; };

template <class Op, class A, class B> struct Binary : Expression<Binary<Op, A, B>> {
    typename Held<A>::type a;
    typename Held<B>::type b;
    Binary(const A &a, const B &b) : a(a), b(b) {}
    double operator[](std::size_t i) const { return Op::of(a[i], b[i]); }
    std::size_t size() const { return a.size(); }
};

template <class Op, class A> struct Unary : Expression<Unary<Op, A>> {
    typename Held<A>::type a;
    explicit Unary(const A &a) : a(a) {}
    double operator[](std::size_t i) const { return Op::of(a[i]); }
    std::size_t size() const { return a.size(); }
};

struct Scalar : Expression<Scalar> {
    double value;
    std::size_t count;
    Scalar(double value, std::size_t count) : value(value), count(count) {}
    double operator[](std::size_t) const { return value; }
    std::size_t size() const { return count; }
};

struct Plus { static double of(double a, double b) { return a + b; } };
struct Minus { static double of(double a, double b) { return a - b; } };
struct Times { static double of(double a, double b) { return a * b; } };
struct Over { static double of(double a, double b) { return a / b; } };
struct Exp { static double of(double a) { return std::exp(a); } };
struct Square { static double of(double a) { return a * a; } };

#define BINARY(sign, Op)                                                             \
    template <class A, class B>                                                      \
    Binary<Op, A, B> operator sign(const Expression<A> &a, const Expression<B> &b) { \
        return {a.self(), b.self()};                                                 \
    }                                                                                \
    template <class A> Binary<Op, A, Scalar> operator sign(const Expression<A> &a, double b) { \
        return {a.self(), Scalar(b, a.self().size())};                               \
    }
BINARY(+, Plus)
BINARY(-, Minus)
BINARY(*, Times)
BINARY(/, Over)
template <class A> Unary<Exp, A> exp(const Expression<A> &a) { return Unary<Exp, A>(a.self()); }
template <class A> Unary<Square, A> square(const Expression<A> &a) { return Unary<Square, A>(a.self()); }
template <class A> double sum(const Expression<A> &a) {
    double s = 0;
    for (std::size_t i = 0; i < a.self().size(); i++) s += a.self()[i];
    return s;
}

double energy(const double *x, const double *y, std::size_t n) {
    Vector u(x, n), v(y, n);
    Vector w = exp(square(u - v) * -0.5) + u * v / (square(v) + 1.0);
    Vector z = (w * u - v) * (w + 2.0) / (square(w) + 1.0);
    return sum(square(z) + w * 0.25) + sum(exp(z * -1.0) * u);
}

int main() {
    double x[] = {1, 2, 3}, y[] = {0.5, 1.5, 2}, dx[3] = {}, dy[3] = {};
    __enzyme_autodiff((void *)energy, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const,
                      std::size_t{3});
    std::printf("%.12g %.12g\n", dx[0], dy[2]);
}
