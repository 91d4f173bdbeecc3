// A registered function adds to the shadow of every argument, of constant ones too.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_width;
void __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse(void *, ...);

__attribute__((noinline)) static void mul(const double *a, const double *b, int n, double *y)
{
    for (int i = 0; i < n; i++) y[i] = a[i] * b[i];
}
static void mul_augment(const double *a, const double *da, const double *b, const double *db, int n,
                        double *y, const double *dy)
{
    (void)da, (void)db, (void)dy;
    mul(a, b, n, y);
}
static void mul_gradient(const double *a, double *da, const double *b, double *db, int n,
                         const double *y, double *dy)
{
    (void)y;
    for (int i = 0; i < n; i++) {
        da[i] += dy[i] * b[i];
        db[i] += dy[i] * a[i];
        dy[i] = 0;
    }
}
static void mul_forward(const double *a, const double *da, const double *b, const double *db, int n,
                        double *y, double *dy)
{
    for (int i = 0; i < n; i++) {
        y[i] = a[i] * b[i];
        dy[i] = da[i] * b[i] + a[i] * db[i];
    }
}
void *__enzyme_register_gradient_mul[3] = {(void *)mul, (void *)mul_augment, (void *)mul_gradient};
void *__enzyme_register_derivative_mul[2] = {(void *)mul, (void *)mul_forward};

static double f(const double *a, const double *b, int n)
{
    double y[4], s = 0;
    mul(a, b, n, y);
    for (int i = 0; i < n; i++) s += y[i] * y[i];
    return s;
}

static double weights[4] = {9, 5, 7, 2};
static const double table[3] = {5, 7, 2};

int main(int argc, char **argv)
{
    (void)argv;
    double a[3] = {1.5, -2, 0.5}, b[3] = {5, 7, 2}, one[3] = {0, 1, 0}, da[3] = {0};
    double want[3] = {2 * 1.5 * 25, 2 * -2.0 * 49, 2 * 0.5 * 4};
    double *heap = malloc(3 * sizeof *heap);
    for (int i = 0; i < 3; i++) heap[i] = b[i] * argc;

    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_const, b, 3);
    for (int i = 0; i < 3; i++) near("local", da[i], want[i]), da[i] = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_const, heap, 3);
    for (int i = 0; i < 3; i++) near("heap", da[i], want[i]), da[i] = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_const, weights + 1, 3);
    for (int i = 0; i < 3; i++) near("inside a global", da[i], want[i]), da[i] = 0;
    __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_const, table, 3);
    for (int i = 0; i < 3; i++) near("table", da[i], want[i]), da[i] = 0;
    near("forward", __enzyme_fwddiff((void *)f, enzyme_dup, a, one, enzyme_const, b, 3), want[1]);
    near("forward, heap", __enzyme_fwddiff((void *)f, enzyme_dup, a, one, enzyme_const, heap, 3), want[1]);
    near("forward, inside", __enzyme_fwddiff((void *)f, enzyme_dup, a, one, enzyme_const, weights + 1, 3), want[1]);

    double db[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_const, a, enzyme_dup, b, db, 3);
    for (int i = 0; i < 3; i++) near("the other", db[i], 2 * a[i] * a[i] * b[i]);

    double first[3] = {0}, second[3] = {0};
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, a, first, second, enzyme_const, b, 3);
    for (int i = 0; i < 3; i++) near("lanes", first[i], want[i]), near("lanes", second[i], want[i]);

    void *tape = __enzyme_augmentfwd((void *)f, enzyme_dup, a, da, enzyme_const, b, 3);
    __enzyme_reverse((void *)f, enzyme_dup, a, da, enzyme_const, b, 3, 1.0, tape);
    for (int i = 0; i < 3; i++) near("halves", da[i], want[i]);

    for (int i = 0; i < 3; i++) {
        near("b stays", b[i], (double[]){5, 7, 2}[i]);
        near("the heap stays", heap[i], b[i]);
        near("the global stays", weights[i + 1], b[i]);
    }
    free(heap);
    return wrong;
}
