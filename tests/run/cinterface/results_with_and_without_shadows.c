// Of the functions behind one pointer some give back addresses with a shadow, others without.
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

struct span {
    double *at;
    long n;
};
static double fixed[2] = {3, 5};
static double *active(double *p, const double *q)
{
    p[1] *= q[0];
    return p + 1;
}
static double *constant(double *p, const double *q)
{
    return (double *)q + 1;
}
static double *global(double *p, const double *q)
{
    p[0] *= 2;
    return fixed + 1;
}
static struct span all(double *p, double *q)
{
    return (struct span){p, 2};
}
static struct span other(double *p, double *q)
{
    return (struct span){q, 1};
}

typedef double *chosen(double *, const double *);
static chosen *const table[3] = {active, constant, global};
static struct span (*const spans[2])(double *, double *) = {all, other};

static double f(double *p, const double *q, int which, double x)
{
    double *r = table[which](p, q);
    struct span s = spans[which % 2](p, (double *)q);
    double sum = *r * x;
    for (long i = 0; i < s.n; i++)
        sum += s.at[i] * s.at[i] * x;
    return sum * p[0];
}

int main(void)
{
    double q[2] = {7, 11}, x = 0.75, h = 1e-6;
    for (int which = 0; which < 3; which++) {
        double p[2] = {0.5, 1.25}, d[2] = {0}, expect[3];
        for (int k = 0; k < 3; k++) {
            double up[2] = {0.5, 1.25}, down[2] = {0.5, 1.25}, step = k == 2 ? h : 0;
            if (k < 2)
                up[k] += h, down[k] -= h;
            expect[k] = (f(up, q, which, x + step) - f(down, q, which, x - step)) / (2 * h);
        }
        near_within("x", __enzyme_autodiff((void *)f, enzyme_dup, p, d, enzyme_const, q, enzyme_const, which, enzyme_out, x), expect[2], 1e-7);
        near_within("p0", d[0], expect[0], 1e-7);
        near_within("p1", d[1], expect[1], 1e-7);
        p[0] = 0.5, p[1] = 1.25, d[0] = 1, d[1] = -2;
        near_within("tangent", __enzyme_fwddiff((void *)f, enzyme_dup, p, d, enzyme_const, q, enzyme_const, which, enzyme_dup, x, 3.0), expect[0] - 2 * expect[1] + 3 * expect[2], 1e-7);
    }
    near("constants are left alone", q[0] + q[1] + fixed[0] + fixed[1], 26);
    return wrong;
}
