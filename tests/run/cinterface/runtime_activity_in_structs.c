// enzyme_runtime_activity: shadows that are the primal's own address, at every depth, in both modes.
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_runtime_activity;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

struct pair {
    double *a, *b;
};

struct tree {
    struct pair *one;
    double scale;
};

__attribute__((noinline)) static double inside(const struct pair *p, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += p->a[i] * p->b[i];
    return s;
}

static double f(struct tree *t, double *out, int n)
{
    for (int i = 0; i < n; i++)
        out[i] = t->one->a[i] * t->scale;
    return inside(t->one, n) * t->scale;
}

int main(void)
{
    double a[3] = {1, 2, 3}, b[3] = {4, 5, 6}, da[3] = {0}, db[3] = {0}, out[3], dout[3] = {1, 1, 1};
    struct pair p = {a, b}, dp = {da, b};
    struct tree t = {&p, 2.0}, dt = {&dp, 0.0};
    __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, &t, &dt, enzyme_dup, out, dout, enzyme_const, 3);
    near("da", da[1], 5.0 * 2 + 2);
    near("b is inactive", b[1], 5.0);
    near("scale", dt.scale, 32 + 6);

    // the same code with the whole first structure inactive, and the output too
    dt.one = &p;
    dt.scale = 0;
    da[1] = 0;
    __enzyme_autodiff((void *)f, enzyme_runtime_activity, enzyme_dup, &t, &dt, enzyme_dup, out, out, enzyme_const, 3);
    near("inactive a", a[1], 2.0);
    near("inactive out", out[2], 6.0);
    near("scale alone", dt.scale, 32);

    // forward mode, with b active and a inactive
    dp.a = a;
    dp.b = db;
    db[0] = 1;
    dt.one = &dp;
    dt.scale = 0.5;
    double d = __enzyme_fwddiff((void *)f, enzyme_runtime_activity, enzyme_dup, &t, &dt, enzyme_dup, out, dout, enzyme_const, 3);
    near("tangent", d, 1.0 * 2 + 32 * 0.5);
    near("tangent of out", dout[2], 3 * 0.5);
    near("a still", a[2], 3.0);
    return wrong;
}
