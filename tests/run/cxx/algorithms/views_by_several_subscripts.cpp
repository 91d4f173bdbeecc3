// A view of several dimensions with layouts as types, subscripts of several arguments, and deduced this.
// rz: double contracted(const double a[n*m] in, const double b[m*n] in, double c[n*n] out, int n=3, int m=4)
// also: n=1, m=1
// flags: -std=c++23
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <span>

struct Right {
    template <std::size_t R> static constexpr std::array<std::size_t, R> strides(std::array<std::size_t, R> e)
    {
        std::array<std::size_t, R> s{};
        std::size_t at = 1;
        for (std::size_t k = R; k-- > 0; at *= e[k])
            s[k] = at;
        return s;
    }
};
struct Left {
    template <std::size_t R> static constexpr std::array<std::size_t, R> strides(std::array<std::size_t, R> e)
    {
        std::array<std::size_t, R> s{};
        std::size_t at = 1;
        for (std::size_t k = 0; k < R; at *= e[k++])
            s[k] = at;
        return s;
    }
};

template <class T, std::size_t R, class Layout = Right> class View {
    std::span<T> data;
    std::array<std::size_t, R> extents, strides;

public:
    View(T *p, std::array<std::size_t, R> e) : extents(e), strides(Layout::template strides<R>(e))
    {
        std::size_t size = 1;
        for (std::size_t k : e)
            size *= k;
        data = {p, size};
    }
    template <std::convertible_to<std::size_t>... I>
        requires(sizeof...(I) == R)
    T &operator[](this const View &self, I... i)
    {
        std::size_t at = 0, k = 0;
        ((at += static_cast<std::size_t>(i) * self.strides[k++]), ...);
        return self.data[at];
    }
    std::size_t extent(std::size_t k) const { return extents[k]; }
};

template <class A, class B, class C> static void product(const A &a, const B &b, const C &c)
{
    for (std::size_t i = 0; i < a.extent(0); i++)
        for (std::size_t j = 0; j < b.extent(1); j++) {
            double sum = 0;
            for (std::size_t k = 0; k < a.extent(1); k++)
                sum += a[i, k] * std::sin(b[k, j]);
            c[i, j] = sum;
        }
}

extern "C" double contracted(const double *a, const double *b, double *c, int n, int m)
{
    std::size_t N = n, M = m;
    View<const double, 2> va(a, {N, M});
    View<const double, 2, Left> vb(b, {M, N});
    View<double, 2, Left> vc(c, {N, N});
    product(va, vb, vc);
    double trace = 0;
    for (std::size_t i = 0; i < N; i++)
        trace += vc[i, i] * vc[i, N - 1 - i];
    return trace;
}
