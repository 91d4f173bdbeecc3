// Memory that is only moved: its type is what the parameters are declared to be, at each level.
#include <string.h>
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);

struct view {
    double *p;
    long n;
};
struct pixel {
    double a;
    int k;
    float b;
};

static void plain(double *x, long n)
{
    memmove(x, x + 1, (n - 1) * sizeof *x);
}
static void inside(struct view *v)
{
    memmove(v->p + 1, v->p, (v->n - 1) * sizeof(double));
}
static void rows(float **row, int n)
{
    for (int i = 0; i < n; i++)
        memmove(row[i], row[i] + 1, (n + 1) * sizeof(float));
}
static void pixels(struct pixel *p, int n)
{
    memmove(p, p + 1, (n - 1) * sizeof *p);
}

int main(void)
{
    double x[3] = {1, 2, 3}, d[3] = {10, 20, 30};
    __enzyme_autodiff((void *)plain, enzyme_dup, x, d, enzyme_const, 3L);
    near("plain", d[0], 0), near("plain", d[1], 10), near("plain", d[2], 50);

    double e[3] = {10, 20, 30};
    struct view v = {x, 3}, dv = {e, 3};
    __enzyme_autodiff((void *)inside, enzyme_dup, &v, &dv);
    near("inside", e[0], 30), near("inside", e[1], 30), near("inside", e[2], 0);
    double t[3] = {10, 20, 30};
    dv.p = t;
    __enzyme_fwddiff((void *)inside, enzyme_dup, &v, &dv);
    near("inside, forward", t[0], 10), near("inside, forward", t[1], 10), near("inside, forward", t[2], 20);

    float f[3] = {1, 2, 3}, df[3] = {10, 20, 30}, *row[1] = {f}, *drow[1] = {df};
    __enzyme_autodiff((void *)rows, enzyme_dup, row, drow, enzyme_const, 1);
    near("rows", df[0], 0), near("rows", df[1], 10), near("rows", df[2], 50);

    struct pixel p[2] = {{1, 2, 3}, {4, 5, 6}}, dp[2] = {{1, 0, 2}, {3, 0, 4}};
    __enzyme_autodiff((void *)pixels, enzyme_dup, p, dp, enzyme_const, 2);
    near("pixels", dp[0].a, 0), near("pixels", dp[0].b, 0), near("pixels", dp[1].a, 4), near("pixels", dp[1].b, 6);
    return wrong;
}
