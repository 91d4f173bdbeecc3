// A root finder with a registered derivative that itself differentiates the residual (implicit function theorem).
#include "near.h"
extern int enzyme_dup, enzyme_const, enzyme_out, enzyme_width;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

static double residual(double u, double a, double b) { return u * u * u + a * u - b * exp(-a); }

__attribute__((noinline)) static double root(double a, double b)
{
    double u = 1;
    for (int i = 0; i < 100; i++) {
        double r = residual(u, a, b);
        if (fabs(r) < 1e-15)
            break;
        u -= r / __enzyme_fwddiff((void *)residual, enzyme_dup, u, 1.0, enzyme_const, a, enzyme_const, b);
    }
    return u;
}

struct augmented { void *tape; double value; };
static int augments, gradients, tangents;
struct pair { double a, b; };
static double *keep(double u)
{
    static double kept[16];
    kept[augments % 16] = u;
    return &kept[augments++ % 16];
}
struct augmented root_augment(double a, double b)
{
    double u = root(a, b);
    return (struct augmented){keep(u), u};
}
struct pair root_gradient(double a, double b, double du, double *tape)
{
    gradients++;
    double u = *tape, ru = 0;
    ru = __enzyme_fwddiff((void *)residual, enzyme_dup, u, 1.0, enzyme_const, a, enzyme_const, b);
    double ra = __enzyme_fwddiff((void *)residual, enzyme_const, u, enzyme_dup, a, 1.0, enzyme_const, b);
    double rb = __enzyme_fwddiff((void *)residual, enzyme_const, u, enzyme_const, a, enzyme_dup, b, 1.0);
    return (struct pair){-du * ra / ru, -du * rb / ru};
}
double root_tangent(double a, double ta, double b, double tb)
{
    tangents++;
    double u = root(a, b);
    double rd = __enzyme_fwddiff((void *)residual, enzyme_const, u, enzyme_dup, a, ta, enzyme_dup, b, tb);
    return -rd / __enzyme_fwddiff((void *)residual, enzyme_dup, u, 1.0, enzyme_const, a, enzyme_const, b);
}
void *__enzyme_register_gradient_root[] = {(void *)root, (void *)root_augment, (void *)root_gradient};
void *__enzyme_register_derivative_root[] = {(void *)root, (void *)root_tangent};

static double model(const double *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++) {
        double u = root(p[0] + i, p[1] * s + 1);
        s += u * u * p[1];
    }
    return s;
}

int main(void)
{
    double p[2] = {0.6, 1.4}, d[2] = {0, 0}, h = 1e-6;
    __enzyme_autodiff((void *)model, enzyme_dup, p, d, enzyme_const, 5);
    near("augmented", augments, 5);
    near("gradients", gradients, 5);
    for (int i = 0; i < 2; i++) {
        double q[2] = {p[0], p[1]}, v[2] = {i == 0, i == 1};
        q[i] += h;
        double up = model(q, 5);
        q[i] -= 2 * h;
        double expected = (up - model(q, 5)) / (2 * h);
        near_within("reverse", d[i], expected, 1e-7);
        near_within("forward", __enzyme_fwddiff((void *)model, enzyme_dup, p, v, enzyme_const, 5), expected, 1e-7);
    }
    near("tangents", tangents, 10);
    return wrong;
}
