// One tape, read forwards and back in turns: what one pass leaves in local memory is none of the other's.
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree;
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwdsplit(void *, ...);

__attribute__((noinline)) static double *second(double *a, double b)
{
    a[1] *= b;
    return a + 1;
}
static double array(double x)
{
    double p[2] = {x, x * x};
    double *q = second(p, x);
    *q *= x;
    return p[0] * p[1];
}

struct held {
    double *at;
    double own, unused;
    int n;
};
__attribute__((noinline)) static void change(struct held *h, double by)
{
    for (int i = 0; i < h->n; i++)
        h->at[i] = h->at[i] * by + h->own;
    h->own *= h->at[0];
}
static double structs(double x)
{
    double v[3] = {x, 1, x * x};
    struct held h = {v, x, 0, 3};
    change(&h, x);
    change(&h, v[2]);
    return h.own * v[1];
}

__attribute__((noinline)) static double deep(double x, int n)
{
    double own[2] = {x, x};
    second(own, x);
    if (n == 0)
        return own[1];
    return own[1] * deep(own[0] * 0.9, n - 1);
}
static double recursion(double x)
{
    return deep(x, 4);
}

typedef double Function(double);
static void check(const char *what, double found, Function *f, double x)
{
    double h = 1e-6;
    near_within(what, found, (f(x + h) - f(x - h)) / (2 * h), 1e-7);
}

#define CHECK(f)                                                                                            \
    do {                                                                                                    \
        double x = 1.3;                                                                                     \
        void *t = __enzyme_augmentfwd((void *)f, enzyme_out, x);                                            \
        check(#f " forwards", __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, 1.0, t), f, x);    \
        check(#f " back", __enzyme_reverse((void *)f, enzyme_nofree, enzyme_out, x, 1.0, t), f, x);         \
        check(#f " again", __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, x, 1.0, t), f, x);       \
        check(#f " once more", __enzyme_reverse((void *)f, enzyme_out, x, 1.0, t), f, x);                   \
    } while (0)

int main(void)
{
    CHECK(array);
    CHECK(structs);
    CHECK(recursion);
    return wrong;
}
