// The N-th derivative by a template that calls forward mode on the derivative before it; also by reverse mode.
#include "near.h"
template <class R, class... A> R __enzyme_fwddiff(void *, A...);
template <class R, class... A> R __enzyme_autodiff(void *, A...);
extern int enzyme_dup, enzyme_const, enzyme_out;

template <int N, class F> struct Derivative {
    static double at(double x) { return __enzyme_fwddiff<double>((void *)Derivative<N - 1, F>::at, x, 1.0); }
};
template <class F> struct Derivative<0, F> {
    static double at(double x) { return F::of(x); }
};
template <int N, class F> struct Backward {
    static double at(double x) { return __enzyme_autodiff<double>((void *)Backward<N - 1, F>::at, enzyme_out, x); }
};
template <class F> struct Backward<0, F> {
    static double at(double x) { return F::of(x); }
};

struct Cubed { static double of(double x) { return x * x * x * std::exp(-x); } };
struct Rooted {
    static double of(double x)
    {
        double y = x;
        for (int i = 0; i < 30 && std::fabs(y * y - x) > 1e-300; i++)
            y = 0.5 * (y + x / y);
        return y;
    }
};

int main()
{
    double x = 0.8, e = std::exp(-x);
    near("0", Derivative<0, Cubed>::at(x), x * x * x * e);
    near("1", Derivative<1, Cubed>::at(x), (3 * x * x - x * x * x) * e);
    near("2", Derivative<2, Cubed>::at(x), (6 * x - 6 * x * x + x * x * x) * e);
    near("3", Derivative<3, Cubed>::at(x), (6 - 18 * x + 9 * x * x - x * x * x) * e);
    near("r1", Backward<1, Cubed>::at(x), (3 * x * x - x * x * x) * e);
    near("r2", Backward<2, Cubed>::at(x), (6 * x - 6 * x * x + x * x * x) * e);
    near_within("root 1", Derivative<1, Rooted>::at(x), 0.5 / std::sqrt(x), 1e-9);
    near_within("root 2", Derivative<2, Rooted>::at(x), -0.25 * std::pow(x, -1.5), 1e-9);
    near_within("root back", Backward<2, Rooted>::at(x), -0.25 * std::pow(x, -1.5), 1e-9);
    return wrong;
}
