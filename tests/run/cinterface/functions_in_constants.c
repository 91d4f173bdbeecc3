// Function pointers in constant structs, which have no table beside them: in every mode.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_width, enzyme_nofree;
double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwdsplit(void *, ...);
struct two {
    double of[2];
};
struct two __enzyme_autodiff2(void *, ...);
struct two __enzyme_fwddiff2(void *, ...);

struct pair {
    double x, y;
};
struct ops {
    double (*unary)(double);
    struct pair (*turn)(struct pair, const double *, int);
    void (*inplace)(double *, int, double);
    double (*library[2])(double);
};
struct problem {
    const struct ops *ops;
    int n;
};

static double cube(double x)
{
    return x * x * x;
}
static double inverse(double x)
{
    return 1 / x;
}
static struct pair turn(struct pair p, const double *by, int n)
{
    for (int i = 0; i < n; i++)
        p = (struct pair){p.x * by[i] - p.y, p.y * p.x + by[i]};
    return p;
}
static struct pair keep(struct pair p, const double *by, int n)
{
    return (struct pair){p.x + by[n - 1], p.y};
}
static void scale(double *v, int n, double by)
{
    for (int i = 0; i < n; i++)
        v[i] *= by;
}
static void square(double *v, int n, double by)
{
    for (int i = 0; i < n; i++)
        v[i] = v[i] * v[i] + by;
}

static double f(const struct problem *of, double *v, double x)
{
    const struct ops *ops = of->ops;
    double s = ops->unary(x) * ops->library[0](x);
    ops->inplace(v, of->n, s);
    struct pair p = ops->turn((struct pair){s, x}, v, of->n);
    return p.x * ops->library[1](p.y * 0.125) + v[0];
}

static const struct ops tables[2] = {{cube, turn, scale, {sin, exp}}, {inverse, keep, square, {exp, cos}}};
static struct ops *made;

static void check(const struct ops *ops)
{
    struct problem of = {ops, 2};
    double start[2] = {0.5, 1.25}, x = 0.75, h = 1e-6, expect[3];
    for (int k = 0; k < 3; k++) {
        double up[2] = {0.5, 1.25}, down[2] = {0.5, 1.25}, step = k == 2 ? h : 0;
        if (k < 2)
            up[k] += h, down[k] -= h;
        expect[k] = (f(&of, up, x + step) - f(&of, down, x - step)) / (2 * h);
    }
    double v[2] = {start[0], start[1]}, dv[2] = {0};
    near_within("x", __enzyme_autodiff((void *)f, enzyme_const, &of, enzyme_dup, v, dv, enzyme_out, x), expect[2], 1e-7);
    near_within("v0", dv[0], expect[0], 1e-7);
    near_within("v1", dv[1], expect[1], 1e-7);
    for (int k = 0; k < 3; k++) {
        double t[2] = {k == 0, k == 1};
        v[0] = start[0], v[1] = start[1];
        near_within("tangent", __enzyme_fwddiff((void *)f, enzyme_const, &of, enzyme_dup, v, t, enzyme_dup, x, k == 2 ? 1.0 : 0.0), expect[k], 1e-7);
    }
    double a[2] = {1, 0}, b[2] = {0, 1};
    v[0] = start[0], v[1] = start[1];
    struct two lanes = __enzyme_fwddiff2((void *)f, enzyme_width, 2, enzyme_const, &of, enzyme_dup, v, a, b, enzyme_dup, x, 0.0, 2.0);
    near_within("lane 0", lanes.of[0], expect[0], 1e-7);
    near_within("lane 1", lanes.of[1], expect[1] + 2 * expect[2], 1e-7);
    a[0] = a[1] = b[0] = b[1] = 0, v[0] = start[0], v[1] = start[1];
    lanes = __enzyme_autodiff2((void *)f, enzyme_width, 2, enzyme_const, &of, enzyme_dup, v, a, b, enzyme_out, x, 1.0, -3.0);
    near_within("seed 0", lanes.of[0], expect[2], 1e-7);
    near_within("seed 1", lanes.of[1], -3 * expect[2], 1e-7);
    near_within("seed 1, v", b[1], -3 * expect[1], 1e-7);

    double d[2] = {0};
    v[0] = start[0], v[1] = start[1];
    void *tape = __enzyme_augmentfwd((void *)f, enzyme_nofree, enzyme_const, &of, enzyme_dup, v, d, enzyme_out, x);
    for (int k = 0; k < 3; k++) {
        d[0] = k == 0, d[1] = k == 1;
        near_within("from the tape", __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_const, &of, enzyme_dup, v, d, enzyme_dup, x, k == 2 ? 1.0 : 0.0, tape), expect[k], 1e-7);
    }
    d[0] = d[1] = 0;
    near_within("half, x", __enzyme_reverse((void *)f, enzyme_const, &of, enzyme_dup, v, d, enzyme_out, x, 1.0, tape), expect[2], 1e-7);
    near_within("half, v", d[1], expect[1], 1e-7);
}

int main(void)
{
    check(&tables[0]);
    check(&tables[1]);
    made = malloc(sizeof *made);
    *made = tables[0];
    made->unary = inverse;
    made->library[0] = cos;
    check(made);
    free(made);
    return wrong;
}
