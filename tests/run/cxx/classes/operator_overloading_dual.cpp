// A number class with every arithmetic operator (a dual number).
// rz: double f(double x, double y)
#include <cmath>

class Dual {
public:
    double v, d;
    Dual(double v, double d = 0.0) : v(v), d(d) {}
    Dual &operator+=(const Dual &o) { return v += o.v, d += o.d, *this; }
    Dual &operator*=(const Dual &o) { return d = d * o.v + v * o.d, v *= o.v, *this; }
    friend Dual operator+(Dual a, const Dual &b) { return a += b; }
    friend Dual operator*(Dual a, const Dual &b) { return a *= b; }
    friend Dual operator/(const Dual &a, const Dual &b)
    {
        return {a.v / b.v, (a.d * b.v - a.v * b.d) / (b.v * b.v)};
    }
    Dual operator-() const { return {-v, -d}; }
    friend Dual exp(const Dual &a) { return {std::exp(a.v), std::exp(a.v) * a.d}; }
    explicit operator bool() const { return v > 0; }
};

extern "C" double f(double x, double y)
{
    Dual a(x, 1.0), b(y), c = exp(-(a * b)) / (a + 2.0 * b);
    c *= a;
    return c ? c.d + c.v : c.v;
}
