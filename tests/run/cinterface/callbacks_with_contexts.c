// A solver that is handed functions with a context: constant, with a shadow, and the solver itself.
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

typedef double callback(double, void *);
struct equation {
    callback *value, *slope;
    void *context;
};

static double cubic(double x, void *context)
{
    const double *c = context;
    return c[0] * x * x * x + c[1] * x - c[2];
}
static double cubic_slope(double x, void *context)
{
    const double *c = context;
    return 3 * c[0] * x * x + c[1];
}
static double exponential(double x, void *context)
{
    const double *c = context;
    return exp(c[0] * x) - c[1];
}
static double exponential_slope(double x, void *context)
{
    const double *c = context;
    return c[0] * exp(c[0] * x);
}

__attribute__((noinline)) static double newton(const struct equation *of, void *context, double x)
{
    for (int i = 0; i < 20; i++)
        x -= of->value(x, context) / of->slope(x, context);
    return x;
}

struct nested {
    struct equation equation;
    double *c;
    double start;
};
// an equation whose function solves another one
static double outer(double y, void *context)
{
    struct nested *in = context;
    double c[3] = {in->c[0], in->c[1], in->c[2] + 0.25 * y};
    return newton(&in->equation, c, in->start) * y - 2;
}
static double outer_slope(double y, void *context)
{
    const double h = 1e-4;
    return (outer(y + h, context) - outer(y - h, context)) / (2 * h);
}

static double solve(const struct equation *of, double *c, double x)
{
    return newton(of, c, x) * c[1];
}
static double solve_twice(const struct equation *of, const struct equation *inner, double *c, double x)
{
    struct nested in = {*inner, c, 1.0};
    return newton(of, &in, x);
}

static void check(const struct equation *of)
{
    double c[3] = {0.5, 1.5, 2.75}, d[3] = {0}, h = 1e-6;
    near_within("start", __enzyme_autodiff((void *)solve, enzyme_const, of, enzyme_dup, c, d, enzyme_out, 1.0), 0, 1e-9);
    for (int k = 0; k < 3; k++) {
        double up[3] = {0.5, 1.5, 2.75}, down[3] = {0.5, 1.5, 2.75}, t[3] = {k == 0, k == 1, k == 2};
        up[k] += h, down[k] -= h;
        double expect = (solve(of, up, 1) - solve(of, down, 1)) / (2 * h);
        near_within("gradient", d[k], expect, 1e-7);
        near_within("tangent", __enzyme_fwddiff((void *)solve, enzyme_const, of, enzyme_dup, c, t, enzyme_dup, 1.0, 0.0), expect, 1e-7);
    }
}

int main(void)
{
    struct equation a = {cubic, cubic_slope, 0}, b = {exponential, exponential_slope, 0}, n = {outer, outer_slope, 0};
    check(&a);
    check(&b);
    double c[3] = {0.5, 1.5, 2.75}, d[3] = {0}, h = 1e-5;
    __enzyme_autodiff((void *)solve_twice, enzyme_const, &n, enzyme_const, &a, enzyme_dup, c, d, enzyme_out, 1.0);
    for (int k = 0; k < 3; k++) {
        double up[3] = {0.5, 1.5, 2.75}, down[3] = {0.5, 1.5, 2.75};
        up[k] += h, down[k] -= h;
        near_within("nested", d[k], (solve_twice(&n, &a, up, 1) - solve_twice(&n, &a, down, 1)) / (2 * h), 1e-5);
    }
    return wrong;
}
