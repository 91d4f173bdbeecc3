// Virtual functions, a template, a lambda: by clang 14, -O2 without vectors.
struct Shape {
    virtual double area() const = 0;
    virtual ~Shape() = default;
};
struct Circle final : Shape {
    double r;
    explicit Circle(double r) : r(r) {}
    double area() const override { return 3.25 * r * r; }
};
struct Box final : Shape {
    double a, b;
    Box(double a, double b) : a(a), b(b) {}
    double area() const override { return a * b; }
};

template <class F> static double over(const Shape *const *all, int n, F f) {
    double sum = 0;
    for (int i = 0; i < n; i++) sum += f(i, all[i]->area());
    return sum;
}

extern "C" double areas(const double *x, int n) {
    Circle c(x[0]);
    Box b(x[1], x[2] * x[0]);
    const Shape *all[] = {&c, &b, &c};
    const double scale = x[3];
    return over(all, n, [&](int i, double area) { return (i + 1) * area * area * scale; });
}
