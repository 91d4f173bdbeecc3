// Registered derivatives of functions with pointers, in several directions: called once for each.
#include <stdlib.h>
#include "near.h"

extern int enzyme_dup, enzyme_const, enzyme_width;
void __enzyme_autodiff(void *, ...);
typedef struct { double one, two, three; } Three;
Three __enzyme_fwddiff(void *, ...);

// reads an array, keeps a tape on the heap that the gradient frees
__attribute__((noinline)) static double energy(const double *x, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += x[i] * x[i] * x[i];
    return s;
}
typedef struct { double *tape; double value; } Kept;
static Kept energy_augment(const double *x, const double *dx, int n)
{
    (void)dx;
    Kept kept = {malloc(n * sizeof(double)), 0};
    for (int i = 0; i < n; i++) {
        kept.tape[i] = 3 * x[i] * x[i];
        kept.value += x[i] * x[i] * x[i];
    }
    return kept;
}
static void energy_gradient(const double *x, double *dx, int n, double seed, double *tape)
{
    (void)x;
    for (int i = 0; i < n; i++)
        dx[i] += seed * tape[i] * 1.5; // half as much again, so that one sees who was asked
    free(tape);
}
void *__enzyme_register_gradient_energy[3] = {(void *)energy, (void *)energy_augment, (void *)energy_gradient};
static double energy_forward(const double *x, const double *dx, int n)
{
    double s = 0;
    for (int i = 0; i < n; i++)
        s += 4.5 * x[i] * x[i] * dx[i];
    return s;
}
void *__enzyme_register_derivative_energy[2] = {(void *)energy, (void *)energy_forward};

// writes one array, reads another
__attribute__((noinline)) static void squared(const double *x, double *y, int n)
{
    for (int i = 0; i < n; i++)
        y[i] = x[i] * x[i];
}
static void *squared_augment(const double *x, const double *dx, double *y, double *dy, int n)
{
    (void)dx, (void)dy;
    squared(x, y, n);
    return 0;
}
static void squared_gradient(const double *x, double *dx, const double *y, double *dy, int n, void *tape)
{
    (void)y, (void)tape;
    for (int i = 0; i < n; i++) {
        dx[i] += 3 * x[i] * dy[i]; // 3 for 2
        dy[i] = 0;
    }
}
void *__enzyme_register_gradient_squared[3] = {(void *)squared, (void *)squared_augment, (void *)squared_gradient};
static void squared_forward(const double *x, const double *dx, double *y, double *dy, int n)
{
    for (int i = 0; i < n; i++) {
        y[i] = x[i] * x[i];
        dy[i] = 3 * x[i] * dx[i];
    }
}
void *__enzyme_register_derivative_squared[2] = {(void *)squared, (void *)squared_forward};

// finds its arguments in an array, and gives an address back
__attribute__((noinline)) static double *larger(double *x, double *y) { return *x > *y ? x : y; }
typedef struct { double *value, *shadow; } Place;
static Place larger_augment(double *x, double *dx, double *y, double *dy)
{
    Place found = {*x > *y ? x : y, *x > *y ? dx : dy};
    return found;
}
static void larger_gradient(double *x, double *dx, double *y, double *dy) { (void)x, (void)dx, (void)y, (void)dy; }
void *__enzyme_register_gradient_larger[3] = {(void *)larger, (void *)larger_augment, (void *)larger_gradient};

static double f(const double *x, int n)
{
    double y[8];
    squared(x, y, n);
    return energy(x, n) + 2 * energy(y, n);
}
static double g(double *x)
{
    double a = x[0] * 2, b = x[1] * 3;
    double *p = larger(&a, &b);
    return *p * *p * x[2];
}

int main(void)
{
    double x[3] = {1.1, 0.6, -0.8}, d[3][3] = {{1, 0, 0}, {0.5, -1, 2}, {0, 0, 3}}, s[2][3] = {{0}};
    double slope[3];
    for (int i = 0; i < 3; i++)
        slope[i] = 4.5 * x[i] * x[i] + 2 * 4.5 * pow(x[i], 4) * 3 * x[i];
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, s[0], s[1], enzyme_const, 3);
    for (int i = 0; i < 3; i++) {
        near("first lane", s[0][i], slope[i]);
        near("second lane", s[1][i], slope[i]);
    }
    Three t = __enzyme_fwddiff((void *)f, enzyme_width, 3, enzyme_dup, x, d[0], d[1], d[2], enzyme_const, 3);
    double found[3] = {t.one, t.two, t.three};
    for (int k = 0; k < 3; k++) {
        double expected = 0;
        for (int i = 0; i < 3; i++)
            expected += slope[i] * d[k][i];
        near("tangent", found[k], expected);
    }
    double u[3] = {0}, v[3] = {0};
    __enzyme_autodiff((void *)g, enzyme_width, 2, enzyme_dup, x, u, v);
    near("u0", u[0], 8 * x[0] * x[2]);
    near("u2", u[2], 4 * x[0] * x[0]);
    near("v0", v[0], u[0]);
    near("v1", v[1], 0);
    return wrong;
}
