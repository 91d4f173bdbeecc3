// An owning buffer with copy and move constructors and assignments.
// rz: double f(const double x[n] in, int n=6)
// also: n=1
#include <utility>

class Buffer {
    int n;
    double *p;

public:
    explicit Buffer(int n) : n(n), p(new double[n]()) {}
    Buffer(const Buffer &o) : Buffer(o.n)
    {
        for (int i = 0; i < n; i++)
            p[i] = o.p[i];
    }
    Buffer(Buffer &&o) noexcept : n(o.n), p(std::exchange(o.p, nullptr)) {}
    Buffer &operator=(Buffer o) noexcept
    {
        std::swap(p, o.p);
        std::swap(n, o.n);
        return *this;
    }
    ~Buffer() { delete[] p; }
    double &operator[](int i) { return p[i]; }
    double fold() const
    {
        double s = 0.2;
        for (int i = 0; i < n; i++)
            s = s * p[i] + p[i];
        return s;
    }
};

static Buffer squares(const double *x, int n)
{
    Buffer b(n);
    for (int i = 0; i < n; i++)
        b[i] = x[i] * x[i];
    return b;
}

extern "C" double f(const double *x, int n)
{
    Buffer a = squares(x, n), copy = a;
    copy[0] *= 2.0;
    Buffer moved = std::move(a);
    a = copy;
    a[n - 1] += moved[0];
    return a.fold() * moved.fold() + copy.fold();
}
