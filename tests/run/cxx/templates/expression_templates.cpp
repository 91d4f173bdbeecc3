// Expression templates by hand: the sum of scaled vectors is one loop at assignment.
// rz: void f(const double x[n] in, const double y[n] in, double z[n] out, int n=9, double a=0.7)
// also: n=0
template <typename E> struct Expr {
    const E &self() const { return static_cast<const E &>(*this); }
    double operator[](int i) const { return self()[i]; }
};
struct View : Expr<View> {
    const double *p;
    explicit View(const double *p) : p(p) {}
    double operator[](int i) const { return p[i]; }
};
template <typename A, typename B> struct Product : Expr<Product<A, B>> {
    A a;
    B b;
    Product(const A &a, const B &b) : a(a), b(b) {}
    double operator[](int i) const { return a[i] * b[i]; }
};
template <typename A> struct Scaled : Expr<Scaled<A>> {
    A a;
    double k;
    Scaled(const A &a, double k) : a(a), k(k) {}
    double operator[](int i) const { return k * a[i]; }
};
template <typename A, typename B> Product<A, B> operator*(const Expr<A> &a, const Expr<B> &b)
{
    return {a.self(), b.self()};
}
template <typename A> Scaled<A> operator*(double k, const Expr<A> &a)
{
    return {a.self(), k};
}

extern "C" void f(const double *x, const double *y, double *z, int n, double a)
{
    auto e = (a * View(x)) * (View(y) * View(x));
    for (int i = 0; i < n; i++)
        z[i] = e[i];
}
