// Derivative calls in initialisers of globals, constructors, destructors, comparators, default arguments, callbacks and at exit.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <vector>
#include "near.h"
template <class R, class... A> R __enzyme_autodiff(void *, A...);
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
extern int enzyme_dup, enzyme_const, enzyme_out;

static double cube(double x, double k) { return k * x * x * x; }
static double slope(double x, double k = 2) { return __enzyme_autodiff<double>((void *)cube, enzyme_out, x, enzyme_const, k); }

static const double at_start = slope(1.5);
static const std::vector<double> slopes = [] {
    std::vector<double> all;
    for (int i = 0; i < 4; i++)
        all.push_back(__enzyme_fwddiff<double>((void *)cube, enzyme_dup, i * 0.5, 1.0, enzyme_const, 1.0));
    return all;
}();

template <int N> struct Tabulated {
    static const double value;
};
template <int N> const double Tabulated<N>::value = slope(N, N);

static double left_behind;
struct Guard {
    double at, tangent = slope(2);
    explicit Guard(double x, double d = slope(3)) : at(x) { tangent += d; }
    ~Guard() noexcept { left_behind += slope(at); }
};

static int compared(const void *a, const void *b)
{
    double x = slope(*static_cast<const double *>(a)), y = slope(*static_cast<const double *>(b));
    return (x > y) - (x < y);
}
static int status = 1;
static void at_exit()
{
    near("at exit", slope(2, 1), 12);
    std::_Exit(wrong || status);
}
extern "C" double apply(double (*f)(void *, double), void *data, double x) { return f(data, x); }

int main()
{
    std::atexit(at_exit);
    near("global", at_start, 6 * 1.5 * 1.5);
    near("vector", slopes[3], 3 * 1.5 * 1.5);
    near("template", Tabulated<3>::value, 9 * 9);
    {
        Guard g(0.5);
        near("members", g.tangent, 24 + 54);
    }
    near("destructor", left_behind, 1.5);
    double v[4] = {-2, 0.5, 1, -0.25};
    qsort(v, 4, sizeof(double), compared);
    near("sorted", v[0], -0.25);
    near("sorted", v[3], -2);
    std::sort(v, v + 4, [k = 3.0](double a, double b) { return slope(a, -k) < slope(b, -k); });
    near("sorted back", v[0], -2);
    struct Data { double k; int calls; } data{4, 0};
    near("callback", apply([](void *d, double x) { auto *own = static_cast<Data *>(d); own->calls++; return slope(x, own->k); }, &data, 1), 12);
    std::function<double(int, double)> nested = [&](int depth, double x) { return depth ? nested(depth - 1, x) + slope(x, depth) : 0; };
    near("recursion", nested(4, 1), 3 * (4 + 3 + 2 + 1));
    status = wrong;
    return 1;
}
