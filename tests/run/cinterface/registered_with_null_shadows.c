// A rule whose table has a fourth entry is given null as the shadow of an inactive argument.
#include "near.h"

extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
static int nulls;

__attribute__((noinline)) static void mul(const double *a, const double *b, int n, double *y)
{
    for (int i = 0; i < n; i++) y[i] = a[i] * b[i];
}
static void mul_augment(const double *a, const double *da, const double *b, const double *db, int n,
                        double *y, const double *dy)
{
    (void)dy;
    nulls += !da + !db;
    mul(a, b, n, y);
}
static void mul_gradient(const double *a, double *da, const double *b, double *db, int n,
                         const double *y, double *dy)
{
    (void)y;
    nulls += !da + !db;
    for (int i = 0; i < n; i++) {
        if (da) da[i] += dy[i] * b[i];
        if (db) db[i] += dy[i] * a[i];
        dy[i] = 0;
    }
}
static void mul_forward(const double *a, const double *da, const double *b, const double *db, int n,
                        double *y, double *dy)
{
    nulls += !da + !db;
    for (int i = 0; i < n; i++) {
        y[i] = a[i] * b[i];
        dy[i] = (da ? da[i] * b[i] : 0) + (db ? a[i] * db[i] : 0);
    }
}
void *__enzyme_register_gradient_mul[4] = {(void *)mul, (void *)mul_augment, (void *)mul_gradient, (void *)1};
void *__enzyme_register_derivative_mul[4] = {(void *)mul, (void *)mul_forward, 0, (void *)1};

static double f(const double *a, const double *b, int n)
{
    double y[4], s = 0;
    mul(a, b, n, y);
    for (int i = 0; i < n; i++) s += y[i] * y[i];
    return s;
}
static double *of_nobody_knows_what_size(double *p) { return p; }

int main(int argc, char **argv)
{
    (void)argv;
    double a[2] = {1.5, -2}, b[4] = {5, 7, 5, 7}, da[2] = {0}, db[2] = {0}, one[2] = {1, 0};
    double *some = of_nobody_knows_what_size(argc > 1 ? b : b + 2);
    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_const, some, 2);
    near("first", da[0], 2 * 1.5 * 25), near("second", da[1], 2 * -2.0 * 49);
    near("nulls", nulls, 2);
    __enzyme_autodiff((void *)f, enzyme_const, a, enzyme_dup, some, db, 2);
    near("other first", db[0], 2 * 1.5 * 1.5 * 5), near("other second", db[1], 2 * 4.0 * 7);
    near("nulls", nulls, 4);
    near("forward", __enzyme_fwddiff((void *)f, enzyme_dup, a, one, enzyme_const, some, 2), 2 * 1.5 * 25);
    near("nulls", nulls, 5);
    for (int i = 0; i < 4; i++) near("b stays", b[i], i % 2 ? 7 : 5);
    return wrong;
}
