// C++ prototypes: a template entry point, references as arguments, a lambda as function.
#include "near.h"

template <typename R, typename... A> R __enzyme_autodiff(void *, A...);
template <typename R, typename... A> R __enzyme_fwddiff(void *, A...);
extern int enzyme_dup, enzyme_const;

struct Model {
    double a, b;
    double eval(double x) const { return a * x * x + b * x; }
};

static double loss(const Model &m, double x)
{
    double e = m.eval(x) - 1.0;
    return e * e;
}

int main()
{
    Model m{0.5, 1.5}, d{0, 0};
    double x = 1.2, e = m.eval(x) - 1.0;
    double dx = __enzyme_autodiff<double>((void *)loss, enzyme_dup, &m, &d, x);
    near("a", d.a, 2 * e * x * x);
    near("b", d.b, 2 * e * x);
    near("x", dx, 2 * e * (2 * m.a * x + m.b));
    double (*f)(double) = +[](double v) { return v * sin(v); };
    near("lambda", __enzyme_fwddiff<double>((void *)f, x, 1.0), sin(x) + x * cos(x));
    return wrong;
}
