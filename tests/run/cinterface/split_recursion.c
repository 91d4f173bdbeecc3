// Both halves, and tangents from the tape, of functions that come back to themselves or have copies.
#include "near.h"

extern int enzyme_dup, enzyme_out, enzyme_const, enzyme_nofree, enzyme_tape;
void *__enzyme_augmentfwd(void *, ...);
double __enzyme_reverse(void *, ...);
double __enzyme_fwdsplit(void *, ...);

static double down(const double *p, int n)
{
    if (n == 0)
        return p[0] * 10;
    double own = sin(p[n]);
    return own * down(p, n - 1);
}

static double odd(const double *p, int n);
__attribute__((noinline)) static double even(const double *p, int n)
{
    return n == 0 ? exp(p[0]) : p[n] * p[n] * odd(p, n - 1);
}
__attribute__((noinline)) static double odd(const double *p, int n)
{
    return n == 0 ? cos(p[0]) : exp(p[n]) * even(p, n - 1) + p[n];
}

static double halves(const double *p, int n)
{
    if (n <= 1)
        return p[0] * p[n] + 1;
    double left = halves(p, n / 2), right = halves(p + n / 2, n - n / 2);
    return left * right + sin(left);
}

// called with active numbers here, with constants there
__attribute__((noinline)) static double power(const double *p, int n, double start)
{
    double s = start;
    for (int i = 0; i < n && s < 100; i++)
        s = s * s + p[i];
    return s;
}
static double weights[5] = {.3, .2, .1, .2, .1};
static double both(const double *p, int n)
{
    return power(p, n, 0.5) * power(weights, n, 0.25) + power(weights, n, p[1]);
}

typedef double Function(const double *, int);

static void compare(const char *what, Function *f, double *grad, const double *back, const double *tangent)
{
    double p[5] = {.1, .2, .3, .4, .5}, h = 1e-6;
    for (int i = 0; i < 5; i++) {
        p[i] += h;
        double up = f(p, 4);
        p[i] -= 2 * h;
        double by = (up - f(p, 4)) / (2 * h);
        p[i] += h;
        near_within(what, grad[i], by, 1e-7);
        near_within(what, back[i], by, 1e-7);
        near_within(what, tangent[i], by, 1e-7);
    }
}

#define CHECK(f)                                                                                       \
    do {                                                                                               \
        double p[5] = {.1, .2, .3, .4, .5}, grad[5] = {0}, back[5] = {0}, tangent[5] = {0};            \
        void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, p, grad, enzyme_const, 4);             \
        __enzyme_reverse((void *)f, enzyme_dup, p, grad, enzyme_const, 4, 1.0, tape);                  \
        tape = __enzyme_augmentfwd((void *)f, enzyme_nofree, enzyme_dup, p, back, enzyme_const, 4);    \
        for (int i = 0; i < 5; i++) {                                                                  \
            double d[5] = {0};                                                                         \
            d[i] = 1;                                                                                  \
            tangent[i] = __enzyme_fwdsplit((void *)f, enzyme_nofree, enzyme_dup, p, d, enzyme_const, 4, tape); \
        }                                                                                              \
        __enzyme_reverse((void *)f, enzyme_dup, p, back, enzyme_const, 4, 1.0, tape);                  \
        compare(#f, f, grad, back, tangent);                                                           \
    } while (0)

int main(void)
{
    CHECK(down);
    CHECK(even);
    CHECK(odd);
    CHECK(halves);
    CHECK(both);
    return wrong;
}
